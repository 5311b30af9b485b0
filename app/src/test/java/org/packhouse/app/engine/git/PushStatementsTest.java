package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Statements of a push until its client has a response. */
class PushStatementsTest {

  private static final long MAX_STATEMENTS = 14;
  private static final int MANY_REFS = 300;

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();

  @Test
  void costsFewStatementsForManyRefsAsWell() {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a", "1");
    push(work, "HEAD:refs/heads/main");
    assertThat(counted(work, "2", "HEAD:refs/heads/main")).isBetween(1L, MAX_STATEMENTS);
    for (int i = 0; i < MANY_REFS; i++) {
      work.git("update-ref", "refs/heads/branch" + i, "HEAD");
    }
    assertThat(counted(work, "3", "refs/heads/*:refs/heads/*")).isBetween(1L, MAX_STATEMENTS);
  }

  private long counted(GitFixture work, String content, String refs) {
    work.commit("a", content);
    awaitTold();
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      push(work, refs);
      return statements.counted();
    }
  }

  private void push(GitFixture work, String refs) {
    work.git("push", "--quiet", kit.url(), refs);
  }

  private void awaitTold() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            kit.server
                    .get(JdbcClient.class)
                    .sql("select count(*) from outbox_event where repository_id = ?")
                    .param(kit.repository.id())
                    .query(Long.class)
                    .single()
                == 0);
  }
}
