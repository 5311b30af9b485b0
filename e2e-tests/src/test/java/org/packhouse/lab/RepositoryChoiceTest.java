package org.packhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.load.Plans;

class RepositoryChoiceTest {

  private static final Experiment TINY =
      Plans.experiment(List.of("a"), List.of(), Plans.stage(1, 1));

  private static RepositoryPlan changed(String... words) throws UsageException {
    CommandLine line = CommandLine.of(List.of(words), new TreeSet<>(RepositoryChoice.OPTIONS));
    return RepositoryChoice.choose(TINY, line).repositories().getFirst();
  }

  @Test
  void leavesAnExperimentAsItIsWithoutOptions() throws Exception {
    assertThat(changed()).isEqualTo(TINY.repositories().getFirst());
  }

  @Test
  void putsNumbersAroundARepository() throws Exception {
    RepositoryPlan plan = changed("--young-packs", "7", "--forks=3", "--webhooks", "1");
    assertThat(plan.surroundings()).isEqualTo(new Surroundings(7, 3, 1));
    assertThat(plan.branches()).isEqualTo(1);
  }

  @Test
  void givesPullRequestsBranchesWithCommitsOfTheirOwn() throws Exception {
    RepositoryPlan plan = changed("--open-pull-requests", "400");
    assertThat(plan.pullRequests()).isEqualTo(400);
    assertThat(plan.branches()).isEqualTo(401);
    assertThat(plan.commits()).isEqualTo(1604);
    assertThat(changed("--open-pull-requests", "4", "--branches", "90").branches()).isEqualTo(90);
  }

  @Test
  void refusesWhatIsNoNumber() {
    assertThatThrownBy(() -> changed("--forks", "many"))
        .hasMessage("The option --forks needs a number of up to six digits.");
  }
}
