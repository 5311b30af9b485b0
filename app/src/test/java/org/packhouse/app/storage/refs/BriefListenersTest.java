package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Brief listeners, of whose row in the outbox there is one. */
class BriefListenersTest {

  private static final String PENDING =
      "select listener from outbox_event where repository_id = ? order by listener";

  /** Fails the first time. */
  private static final class Failing implements BriefListener {

    private final ConcurrentLinkedQueue<RefsMoved> tried = new ConcurrentLinkedQueue<>();

    @Override
    public String name() {
      return "a-failing-one";
    }

    @Override
    public void refsMoved(List<RefsMoved> events) {
      tried.addAll(events);
      if (tried.size() == 1) {
        throw new IllegalStateException("not now");
      }
    }
  }

  @Test
  void hearOfAPushOnceWhileTheOneThatFailedHearsOfItAgain(@TempDir Path directory) {
    Failing failing = new Failing();
    try (TestingServer server = TestingServer.builder().withPiece("failing", failing).start()) {
      Repository repository = TestingProjects.in(server).repository();
      GitFixture git = GitFixture.workTree(directory.resolve("work"));
      git.commit("a.txt", "a\n");
      JdbcClient sql = server.get(JdbcClient.class);

      git.git("push", "--quiet", server.cloneUrl(repository), "main");

      await().until(() -> failing.tried.size() == 2);
      await().until(() -> pending(sql, repository).isEmpty());
      assertThat(failing.tried).hasSize(2);
      assertThat(failing.tried.stream().map(RefsMoved::id).distinct()).hasSize(1);
      assertThat(
              sql.sql("select pushes_since from housekeeping where repository_id = ?")
                  .param(repository.id())
                  .query(Integer.class)
                  .single())
          .isOne();
    }
  }

  private static List<String> pending(JdbcClient sql, Repository repository) {
    return sql.sql(PENDING).param(repository.id()).query((row, _) -> row.getString(1)).list();
  }
}
