package org.packhouse.app.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;

@Tag("full")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StoppedServerTest {

  /**
   * Longer than a lock is held by a node that stands still, and than a session lives without beat.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void undoesNobodysPushWhenItWakesUpInTheMidstOfItsOwn() throws Exception {
    try (KilledServer stopped = new KilledServer(folder);
        ServerProcess other = stopped.otherNode(folder.resolve("other-home"))) {
      other.start();
      for (Step step :
          List.of(
              Step.PENDING_WRITTEN,
              Step.OBJECTS_MIGRATED,
              Step.LOCKED,
              Step.FIRST_REF_MOVED,
              Step.REFS_MOVED)) {
        stopped.newCommit();
        CompletableFuture<GitFixture.Result> push = stopped.pushUntil(step);
        stopped.server.signal("STOP");
        String winner = stopped.newCommit();
        pushBy(stopped, other);
        assertThat(stopped.value("main")).isEqualTo(winner);
        Awaitility.await()
            .pollDelay(STANDSTILL)
            .atMost(STANDSTILL.multipliedBy(2))
            .until(() -> stopped.value("main").equals(winner));
        stopped.goOn(step);
        stopped.server.signal("CONT");
        push.get();
        assertThat(stopped.value("main"))
            .as("main after a standstill at %s", step)
            .isEqualTo(winner);
        stopped.assertSound();
        String next = stopped.newCommit();
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> stopped.work().run("push", "origin", "main", "main:topic").exitCode() == 0);
        assertThat(stopped.value("main")).isEqualTo(next);
        stopped.assertSound();
      }
    }
  }

  /** Tries until the stopped node's lock is gone. */
  private static void pushBy(KilledServer stopped, ServerProcess other) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() ->
            stopped
                    .work()
                    .run(
                        "push",
                        "--force",
                        other.urlAsAdmin("/scm/KILL/target.git"),
                        "main",
                        "main:topic")
                    .exitCode()
                == 0);
  }
}
