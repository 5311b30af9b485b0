package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryFactory;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.TargetFactory;

/** Real git's pushes to bare JGit, which takes them without nginx. */
class GitPushOperationTest {

  @TempDir private Path directory;

  private static final OperationPlan PUSH =
      new OperationPlan("git-push", "one", "http", 2, 1, 0, 1, 0, null, null, null);

  @Test
  void pushesAnotherCommitEachTurn() throws Exception {
    List<TestRepository> repositories =
        RepositoryFactory.make(
            new RepositoryPlan("one", 1, 20_000, 5, 2, 0, 4, 0, Surroundings.NONE, null),
            directory);
    try (Target target =
        TargetFactory.create(
            new TargetPlan("jgit", "jgit", 1, Map.of(), null), directory.resolve("jgit"))) {
      target.start(repositories);
      assertThat(target.serves(PUSH)).isTrue();
      Path scratch = Files.createDirectory(directory.resolve("scratch"));
      try (Operation push =
          Operations.create(PUSH, target.endpoints(), repositories, scratch, Clock.systemUTC())) {
        push.perform(turn(0));
        push.perform(turn(1));
      }
      String url = target.endpoints().getFirst().http() + "/git/one.git";
      Command.run(directory, Map.of(), List.of("git", "clone", "-q", url, "copy"));
      String log =
          Command.run(
              directory.resolve("copy"), Map.of(), List.of("git", "log", "--format=%s", "-2"));
      assertThat(log).isEqualTo("Change 2\nChange 1\n");
      assertThat(target.accounts()).containsKeys(Account.COMPILER, Account.GIT);
      assertThat(target.packs().orElseThrow()).isGreaterThan(1);
    }
  }

  private static Turn turn(long number) {
    return new Turn(0, number, new SplittableRandom(1), Link.DIRECT, false);
  }
}
