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
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Brief listeners, of whose row in the outbox there is one, and those that are asked by it. */
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

  /** Is concerned by pushes to one branch, and cannot say so the first time. */
  private static final class Selective implements SelectiveListener {

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    @Override
    public String name() {
      return "a-selective-one";
    }

    @Override
    public boolean isConcerned(List<RefsMoved> events) {
      boolean first = asked.isEmpty();
      asked.addAll(names(events));
      if (first) {
        throw new IllegalStateException("not now");
      }
      return names(events).contains("refs/heads/mine");
    }

    @Override
    public void refsMoved(List<RefsMoved> events) {
      told.addAll(names(events));
    }

    private static List<String> names(List<RefsMoved> events) {
      return events.stream()
          .flatMap(event -> event.changes().stream())
          .map(RefChange::refName)
          .toList();
    }
  }

  @Test
  void askSelectiveOnesWhetherAPushConcernsThem(@TempDir Path directory) {
    Selective selective = new Selective();
    try (TestingServer server = TestingServer.builder().withPiece("selective", selective).start()) {
      Repository repository = TestingProjects.in(server).repository();
      GitFixture git = GitFixture.workTree(directory.resolve("work"));
      git.commit("a.txt", "a\n");
      JdbcClient sql = server.get(JdbcClient.class);

      List<String> branches = List.of("main", "others", "mine");
      for (String branch : branches) {
        git.git("push", "--quiet", server.cloneUrl(repository), "main:refs/heads/" + branch);
        await().until(() -> selective.asked.contains("refs/heads/" + branch));
      }

      await().until(() -> selective.told.contains("refs/heads/mine"));
      await().until(() -> pending(sql, repository).isEmpty());
      assertThat(selective.asked)
          .containsExactly("refs/heads/main", "refs/heads/others", "refs/heads/mine");
      assertThat(selective.told).containsExactly("refs/heads/main", "refs/heads/mine");
    }
  }

  private static List<String> pending(JdbcClient sql, Repository repository) {
    return sql.sql(PENDING).param(repository.id()).query((row, _) -> row.getString(1)).list();
  }
}
