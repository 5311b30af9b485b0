package org.packhouse.lab;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.ExperimentBuilder;

/** The targets that a run has: those of the experiment unless the command line names others. */
final class TargetChoice {

  /**
   * For as long the compiler of a new process takes as much of the processor as requests do, and
   * the more the more code there is: builds are compared as they are after it.
   */
  private static final Duration MIN_WARM_UP = Duration.ofSeconds(45);

  private TargetChoice() {}

  /**
   * Chooses.
   *
   * @param names targets of the experiment, in the order that they are to have
   * @param urls servers that run somewhere; without names they stand in place of the experiment's
   */
  static Experiment choose(Experiment experiment, List<String> names, List<String> urls)
      throws UsageException {
    if (names.isEmpty() && urls.isEmpty()) {
      return experiment;
    }
    List<TargetPlan> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(find(experiment, name));
    }
    for (String url : urls) {
      chosen.add(new TargetPlan(name(url, chosen), "url", 1, Map.of(), url));
    }
    return with(experiment, chosen);
  }

  /**
   * Has each server of Packhouse measured beside what another source tree has built, which is the
   * one to compare with; others have no turn.
   *
   * @param build a source tree of Packhouse in which {@code packhouse build} has run
   */
  static Experiment against(Experiment experiment, Path build) throws UsageException {
    if (!Files.isRegularFile(build.resolve("app/target/packhouse.jar"))) {
      throw new UsageException(
          "\"%s\" holds no build of Packhouse; run packhouse build there.".formatted(build));
    }
    List<TargetPlan> both = new ArrayList<>();
    for (TargetPlan plan : experiment.targets()) {
      if (plan.kind().equals("packhouse")) {
        both.add(
            new TargetPlan(
                plan.name() + TargetPlan.BEFORE,
                plan.kind(),
                plan.nodes(),
                plan.properties(),
                null,
                build.toAbsolutePath().normalize()));
        both.add(plan);
      }
    }
    if (both.isEmpty()) {
      throw new UsageException(
          "The experiment %s has no target of kind packhouse to compare with \"%s\"."
              .formatted(experiment.name(), build));
    }
    return with(experiment, both);
  }

  /** Makes a warm-up 45 s if it is shorter, unless there is none. */
  static Experiment warmer(Experiment experiment) {
    Load load = experiment.load();
    boolean isEnough = load.warmUp().isZero() || load.warmUp().compareTo(MIN_WARM_UP) >= 0;
    return isEnough
        ? experiment
        : with(
            experiment,
            experiment.targets(),
            new Load(load.open(), load.ratesPerNode(), MIN_WARM_UP, load.stages()));
  }

  private static Experiment with(Experiment experiment, List<TargetPlan> targets) {
    return with(experiment, targets, experiment.load());
  }

  private static Experiment with(Experiment experiment, List<TargetPlan> targets, Load load) {
    return new ExperimentBuilder()
        .copyOf(experiment)
        .targets(List.copyOf(targets))
        .load(load)
        .build();
  }

  private static TargetPlan find(Experiment experiment, String name) throws UsageException {
    for (TargetPlan plan : experiment.targets()) {
      if (plan.name().equals(name)) {
        return plan;
      }
    }
    List<String> known = experiment.targets().stream().map(TargetPlan::name).toList();
    throw new UsageException(
        "The experiment %s has no target \"%s\"; it has %s."
            .formatted(experiment.name(), name, String.join(", ", known)));
  }

  private static String name(String url, List<TargetPlan> before) throws UsageException {
    String host;
    try {
      URI uri = new URI(url);
      host = uri.getHost() == null ? "" : uri.getHost() + port(uri);
    } catch (URISyntaxException e) {
      host = "";
    }
    if (host.isEmpty() || !url.startsWith("http")) {
      throw new UsageException(
          "\"" + url + "\" is no URL of a server; write http://USER:PASSWORD@HOST/scm/KEY/.");
    }
    String name = host;
    for (int number = 2; taken(name, before); number++) {
      name = host + "-" + number;
    }
    return name;
  }

  private static String port(URI uri) {
    return uri.getPort() < 0 ? "" : "-" + uri.getPort();
  }

  private static boolean taken(String name, List<TargetPlan> before) {
    return before.stream().anyMatch(it -> it.name().equals(name));
  }
}
