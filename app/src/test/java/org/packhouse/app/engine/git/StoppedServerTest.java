package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;

@Tag("full")
@Tag("crashes")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class StoppedServerTest {

  /**
   * Longer than a lock is held by a node that stands still, and than a session lives without beat.
   */
  private static final Duration STANDSTILL = Duration.ofSeconds(60);

  @TempDir private Path directory;

  /** A push that was held, and the one that another node took while the first stood still. */
  private record Race(
      Step step,
      PushTarget target,
      String held,
      CompletableFuture<GitFixture.Result> push,
      String winner) {

    /** The last word is the winner's, and what was moved before that is known. */
    void assertWon() throws Exception {
      boolean finished = step.compareTo(KilledServerTest.FIRST_FINISHED) >= 0;
      assertThat(target.value("main")).as("main after a standstill at %s", step).isEqualTo(winner);
      assertThat(target.hasHad(held)).as("moved at %s", step).isEqualTo(finished);
      assertThat(push.get().exitCode() == 0 && !finished)
          .as("client at %s was told that it is there", step)
          .isFalse();
      target.assertSound();
    }
  }

  @Test
  void undoesNobodysPushWhenItWakesUpAtWhateverStepOfItsOwn() throws Exception {
    try (KilledServer stopped = new KilledServer(directory);
        ServerProcess other = stopped.otherNode(directory.resolve("other-home"))) {
      other.start();
      List<Race> races = hold(stopped);
      stopped.server.signal("STOP");
      for (Race race : races) {
        race.target().pushUntilTaken(other, race.winner());
      }
      Awaitility.await()
          .pollDelay(STANDSTILL)
          .atMost(STANDSTILL.multipliedBy(2))
          .until(() ->
              races.stream().allMatch(race -> race.target().value("main").equals(race.winner())));
      for (Race race : races) {
        stopped.goOn(race.step());
      }
      stopped.server.signal("CONT");
      for (Race race : races) {
        race.push().get();
      }
      for (Race race : races) {
        race.assertWon();
      }
      for (Race race : races) {
        String next = stopped.newCommit();
        race.target().pushUntilTaken(stopped.server, next);
        assertThat(race.target().value("main")).isEqualTo(next);
        race.target().assertSound();
      }
    }
  }

  /** Holds one push at each step, each to a repository of its own. */
  private static List<Race> hold(KilledServer stopped) throws Exception {
    Map<Step, PushTarget> targets = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      targets.put(step, stopped.target(step.name().toLowerCase(Locale.ROOT)));
    }
    List<Race> races = new ArrayList<>();
    for (Map.Entry<Step, PushTarget> entry : targets.entrySet()) {
      Step step = entry.getKey();
      PushTarget target = entry.getValue();
      String held = stopped.newCommit();
      CompletableFuture<GitFixture.Result> push = stopped.pushUntil(step, target, held);
      races.add(new Race(step, target, held, push, stopped.newCommit()));
    }
    return races;
  }
}
