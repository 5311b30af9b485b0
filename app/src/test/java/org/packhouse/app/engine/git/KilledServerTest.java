package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;

class KilledServerTest {

  /** From here on the refs have moved, or recovery moves them. */
  static final Step FIRST_FINISHED = Step.FIRST_REF_MOVED;

  @TempDir private Path directory;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void leavesAllOrNothingWhenItIsKilledInTheMidstOfAPush() throws Exception {
    killAtEach(EnumSet.of(Step.OBJECTS_MIGRATED, Step.FIRST_REF_MOVED));
  }

  @Test
  @Tag("full")
  @Tag("crashes")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void leavesAllOrNothingAtWhateverStepItIsKilled() throws Exception {
    killAtEach(EnumSet.allOf(Step.class));
  }

  private void killAtEach(Set<Step> steps) throws Exception {
    try (KilledServer killed = new KilledServer(directory)) {
      PushTarget target = killed.target("target");
      for (Step step : steps) {
        String before = target.value("main");
        String wanted = killed.newCommit();
        CompletableFuture<GitFixture.Result> push = killed.pushUntil(step, target, wanted);
        killed.server.kill();
        assertThat(push.get().exitCode()).isNotZero();
        killed.goOn(step);
        killed.server.start();
        boolean finished = step.compareTo(FIRST_FINISHED) >= 0;
        assertThat(target.value("main"))
            .as("main after a kill at %s", step)
            .isEqualTo(finished ? wanted : before);
        assertThat(target.hasHad(wanted)).isEqualTo(finished);
        target.assertSound();
        assertThat(target.push(killed.server, wanted).exitCode()).isZero();
        assertThat(target.value("main")).isEqualTo(wanted);
        target.assertSound();
      }
    }
  }
}
