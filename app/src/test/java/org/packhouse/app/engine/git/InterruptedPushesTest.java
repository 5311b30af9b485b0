package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;

/**
 * A node that stands still or dies in the middle of pushes, while another goes on: nothing is lost
 * and nothing is done twice. Packs are taken in by native git, which lives on by itself.
 */
@Tag("full")
@Tag("nodes")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class InterruptedPushesTest {

  private static final Duration STANDSTILL = Duration.ofSeconds(60);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int IN_GIT = 2;
  private static final int DEATHS = 2;

  /** Past native git: what was begun is carried to its end, or dropped, by the other node. */
  private static final List<Step> LATE =
      List.of(Step.PENDING_WRITTEN, Step.PACK_MIGRATED, Step.FIRST_REF_MOVED, Step.COMMITTED);

  @TempDir private Path directory;

  private HeldGit git;
  private KilledServer killed;
  private ServerProcess other;
  private PushTarget beside;
  private final List<String> acknowledged = new ArrayList<>();

  @BeforeEach
  void start() throws IOException, InterruptedException {
    git = HeldGit.in(directory.resolve("git"), "index-pack");
    killed =
        new KilledServer(
            directory.resolve("killed"),
            Map.of(
                "scm.git.executable", git.program(),
                "receive.in-process-size", "0B",
                "throttle.resource.scm-hosting.strategy", "fixed",
                "throttle.resource.scm-hosting.fixed.limit", "20"));
    other = killed.otherNode(directory.resolve("other")).with("receive.in-process-size", "0B");
    other.start();
    WrittenEvents.recordTellings(killed.sql);
    beside = killed.target("beside");
  }

  @AfterEach
  void stop() throws IOException {
    git.goOn();
    other.close();
    killed.close();
  }

  /** A push that did not come to its end undisturbed. */
  private record Interrupted(
      PushTarget target, String before, String commit, CompletableFuture<GitFixture.Result> push) {

    /**
     * It has happened once or not at all, and its client was not told otherwise. If it is pushed
     * again, it is there, once.
     */
    void assertAtMostOnce(ServerProcess next) throws Exception {
      GitFixture.Result told = push.get();
      target.assertSound();
      boolean happened = target.hasHad(commit);
      assertThat(target.value("main")).isEqualTo(happened ? commit : before);
      assertThat(told.exitCode() == 0 && !happened).as(told.errors()).isFalse();
      assertThat(target.push(next, commit).exitCode()).isZero();
      assertThat(target.hasHad(commit)).isTrue();
      target.assertSound();
      target.assertToldOnce();
    }
  }

  @Test
  void happenOnceOrNotAtAllWhenTheirNodeStandsStillForAMinute() throws Exception {
    List<Interrupted> pushes = hold(List.of(Step.values()), "step");
    pushes.addAll(holdInGit("git"));
    awaitTold();
    killed.server.signal("STOP");
    // Its git ends while it stands still.
    git.goOn();
    long until = System.nanoTime() + STANDSTILL.toNanos();
    Awaitility.await()
        .atMost(STANDSTILL.multipliedBy(2))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> {
          pushBeside();
          return System.nanoTime() > until;
        });
    for (Step step : Step.values()) {
      killed.goOn(step);
    }
    killed.server.signal("CONT");
    for (Interrupted each : pushes) {
      each.push().get();
    }
    for (Interrupted each : pushes) {
      each.assertAtMostOnce(other);
    }
    beside.pushUntilTaken(killed.server, killed.newCommit());
    assertNothingLostBeside();
  }

  @Test
  void happenOnceOrNotAtAllWhenTheirNodeDiesAndItsGitsLiveOn() throws Exception {
    for (int death = 0; death < DEATHS; death++) {
      List<Interrupted> begun = hold(LATE, "death-" + death);
      List<Interrupted> inGit = holdInGit("death-" + death);
      List<ProcessHandle> orphans = gits();
      awaitTold();
      killed.server.kill();
      assertThat(orphans).hasSize(IN_GIT).allMatch(ProcessHandle::isAlive);
      pushBeside();
      if (death % 2 == 1) {
        // What they write to is removed before they write.
        Awaitility.await().atMost(LIMIT).until(() -> killed.leftOfPushes().isEmpty());
      }
      git.goOn();
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> orphans.stream().noneMatch(ProcessHandle::isAlive));
      Awaitility.await().atMost(LIMIT).until(() -> killed.leftOfPushes().isEmpty());
      for (Interrupted each : inGit) {
        assertThat(each.target().hasHad(each.commit())).isFalse();
        assertThat(each.target().bare().run("cat-file", "-e", each.commit()).exitCode())
            .isNotZero();
        each.assertAtMostOnce(other);
      }
      for (Interrupted each : begun) {
        each.assertAtMostOnce(other);
      }
      killed.server.start();
      for (Step step : LATE) {
        killed.goOn(step);
      }
      beside.pushUntilTaken(killed.server, killed.newCommit());
      assertNothingLostBeside();
    }
  }

  /** Holds one push at each step, each to a repository of its own. */
  private List<Interrupted> hold(List<Step> steps, String slug) throws Exception {
    List<Interrupted> pushes = new ArrayList<>();
    for (Step step : steps) {
      PushTarget target = killed.target(slug + "-" + step.name().toLowerCase(Locale.ROOT));
      String before = target.value("main");
      String commit = killed.newCommit();
      pushes.add(new Interrupted(target, before, commit, killed.pushUntil(step, target, commit)));
    }
    return pushes;
  }

  /** Holds pushes in native git, each to a repository of its own. */
  private List<Interrupted> holdInGit(String slug) throws Exception {
    List<PushTarget> targets = new ArrayList<>();
    for (int number = 0; number < IN_GIT; number++) {
      targets.add(killed.target(slug + "-" + number));
    }
    git.hold();
    List<Interrupted> pushes = new ArrayList<>();
    for (PushTarget target : targets) {
      String before = target.value("main");
      String commit = killed.newCommit();
      pushes.add(new Interrupted(target, before, commit, killed.pushInBackground(target, commit)));
    }
    Awaitility.await().atMost(LIMIT).until(() -> gits().size() == IN_GIT);
    return pushes;
  }

  /** The gits that take in packs. */
  private List<ProcessHandle> gits() {
    return killed.server.children().stream()
        .filter(child -> child.info().commandLine().orElse("").contains(" index-pack "))
        .toList();
  }

  private void awaitTold() {
    Awaitility.await()
        .atMost(LIMIT)
        .until(() ->
            killed.sql.sql("select count(*) from outbox_event").query(Long.class).single() == 0);
  }

  private void pushBeside() {
    String commit = killed.newCommit();
    beside.pushUntilTaken(other, commit);
    acknowledged.add(commit);
  }

  private void assertNothingLostBeside() {
    beside.assertSound();
    assertThat(acknowledged).isNotEmpty().allMatch(beside::hasHad);
    assertThat(beside.bare().git("merge-base", acknowledged.getLast(), "main"))
        .isEqualTo(acknowledged.getLast());
    beside.assertToldOnce();
  }
}
