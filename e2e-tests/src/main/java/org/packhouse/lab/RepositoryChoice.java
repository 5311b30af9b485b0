package org.packhouse.lab;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.RepositoryPlanBuilder;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.ExperimentBuilder;

/** Options of the command line that replace numbers of an experiment's repositories. */
final class RepositoryChoice {

  /** The options, each of which takes a number. */
  static final List<String> OPTIONS =
      List.of("--open-pull-requests", "--branches", "--young-packs", "--forks", "--webhooks");

  /** A branch needs two commits of its own, which may be half of all. */
  private static final int COMMITS_OF_BRANCH = 4;

  private RepositoryChoice() {}

  /** The experiment with all of its repositories changed as the options say. */
  static Experiment choose(Experiment experiment, CommandLine line) throws UsageException {
    Map<String, Integer> given = new TreeMap<>();
    for (String option : OPTIONS) {
      if (line.has(option)) {
        given.put(option, number(option, line.last(option).orElse("")));
      }
    }
    return given.isEmpty()
        ? experiment
        : new ExperimentBuilder()
            .copyOf(experiment)
            .repositories(
                experiment.repositories().stream().map(plan -> changed(plan, given)).toList())
            .build();
  }

  private static int number(String option, String value) throws UsageException {
    if (!value.matches("[0-9]{1,6}")) {
      throw new UsageException("The option " + option + " needs a number of up to six digits.");
    }
    return Integer.parseInt(value);
  }

  private static RepositoryPlan changed(RepositoryPlan plan, Map<String, Integer> given) {
    int pullRequests = given.getOrDefault("--open-pull-requests", plan.pullRequests());
    int branches = Math.max(given.getOrDefault("--branches", plan.branches()), pullRequests + 1);
    int commits =
        pullRequests > 0 ? Math.max(plan.commits(), branches * COMMITS_OF_BRANCH) : plan.commits();
    Surroundings around = plan.surroundings();
    return new RepositoryPlanBuilder()
        .copyOf(plan)
        .pullRequests(pullRequests)
        .branches(branches)
        .commits(commits)
        .surroundings(
            new Surroundings(
                given.getOrDefault("--young-packs", around.youngPacks()),
                given.getOrDefault("--forks", around.forks()),
                given.getOrDefault("--webhooks", around.webhooks())))
        .build();
  }
}
