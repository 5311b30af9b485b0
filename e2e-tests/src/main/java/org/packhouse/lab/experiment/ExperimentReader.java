package org.packhouse.lab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.RepositoryPlanBuilder;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.link.Link;

/** Makes an experiment of what the schema has completed, and checks what a schema cannot say. */
final class ExperimentReader {

  private final Path file;
  private final Complaints complaints;

  ExperimentReader(Path file, Complaints complaints) {
    this.file = file;
    this.complaints = complaints;
  }

  Experiment read(String name, Fields fields) throws ExperimentException {
    List<RepositoryPlan> repositories = repositories(fields.list("repositories"));
    List<TargetPlan> targets = targets(fields.list("targets"));
    boolean beside =
        fields.list("operations").stream()
            .anyMatch(it -> it.number("ratePerHour").doubleValue() > 0);
    Load load = load(fields.fields("load"), beside);
    return new ExperimentBuilder()
        .name(name)
        .shows(fields.text("shows"))
        .seed(fields.number("seed").longValue())
        .rounds(fields.whole("rounds"))
        .repositories(repositories)
        .targets(targets)
        .operations(
            operations(
                fields.list("operations"),
                new Names(
                    repositories.stream().map(RepositoryPlan::name).toList(),
                    targets.stream().map(TargetPlan::name).toList()),
                load.open()))
        .load(load)
        .link(link(fields.fields("link")))
        .build();
  }

  private List<RepositoryPlan> repositories(List<Fields> list) throws ExperimentException {
    List<RepositoryPlan> plans = new ArrayList<>();
    for (Fields fields : list) {
      String name = fields.text("name");
      checkNew(name, plans.stream().map(RepositoryPlan::name).toList(), "repository", fields);
      plans.add(
          new RepositoryPlanBuilder()
              .name(name)
              .count(fields.whole("count"))
              .bytes(fields.size("bytes"))
              .commits(fields.whole("commits"))
              .branches(fields.whole("branches"))
              .tags(fields.whole("tags"))
              .files(fields.whole("files"))
              .pullRequests(fields.whole("pullRequests"))
              .surroundings(surroundings(fields.fields("surroundings")))
              .bundle(bundle(fields))
              .build());
    }
    return List.copyOf(plans);
  }

  private static Surroundings surroundings(Fields fields) {
    return new Surroundings(
        fields.whole("youngPacks"), fields.whole("forks"), fields.whole("webhooks"));
  }

  private void checkNew(String name, List<String> names, String what, Fields fields)
      throws ExperimentException {
    if (names.contains(name)) {
      throw complaints.at(
          fields.place("name"),
          "the " + what + " \"" + name + "\" stands here for the second time");
    }
  }

  private @Nullable String bundle(Fields fields) throws ExperimentException {
    String bundle = fields.textOrNull("bundle");
    if (bundle == null) {
      return null;
    }
    Path path = file.toAbsolutePath().resolveSibling(bundle).normalize();
    if (!Files.isRegularFile(path)) {
      throw complaints.at(fields.place("bundle"), "there is no bundle " + path);
    }
    return path.toString();
  }

  private List<TargetPlan> targets(List<Fields> list) throws ExperimentException {
    List<TargetPlan> plans = new ArrayList<>();
    for (Fields fields : list) {
      String name = fields.text("name");
      checkNew(name, plans.stream().map(TargetPlan::name).toList(), "target", fields);
      String kind = fields.text("kind");
      String url = fields.textOrNull("url");
      if ("url".equals(kind) == (url == null)) {
        throw complaints.at(
            fields.place(url == null ? "kind" : "url"),
            url == null
                ? "a target of kind url needs the key \"url\""
                : "the key \"url\" is for targets of kind url, not of kind " + kind);
      }
      plans.add(new TargetPlan(name, kind, fields.whole("nodes"), fields.texts("properties"), url));
    }
    return List.copyOf(plans);
  }

  /** The names that operations may use. */
  private record Names(List<String> repositories, List<String> targets) {}

  private List<OperationPlan> operations(List<Fields> list, Names names, boolean open)
      throws ExperimentException {
    List<OperationPlan> plans = new ArrayList<>();
    for (Fields fields : list) {
      String repository = fields.text("repository");
      checkKnown(fields, "repository", repository, names.repositories());
      String target = fields.textOrNull("target");
      if (target != null) {
        checkKnown(fields, "target", target, names.targets());
      }
      String operation = fields.text("operation");
      String path = fields.textOrNull("path");
      if (path == null && ("rest".equals(operation) || "page".equals(operation))) {
        throw complaints.at(
            fields.place("operation"), "the operation " + operation + " needs the key \"path\"");
      }
      double rate = fields.number("ratePerHour").doubleValue();
      if (open && rate == 0) {
        throw complaints.at(
            fields.place("operation"),
            "an operation of an open load needs a \"ratePerHour\" of more than 0");
      }
      plans.add(
          new OperationPlanBuilder()
              .operation(operation)
              .repository(repository)
              .transport(fields.text("transport"))
              .protocol(fields.whole("protocol"))
              .weight(fields.number("weight").doubleValue())
              .ratePerHour(rate)
              .depth(fields.whole("depth"))
              .bytes(fields.size("bytes"))
              .path(path)
              .link(fields.has("link") ? link(fields.fields("link")) : null)
              .target(target)
              .build());
    }
    return List.copyOf(plans);
  }

  private void checkKnown(Fields fields, String key, String name, List<String> known)
      throws ExperimentException {
    if (!known.contains(name)) {
      throw complaints.unknown(fields.place(key), key, name, known);
    }
  }

  /**
   * @param beside whether operations come at a rate beside the workers
   */
  private Load load(Fields fields, boolean beside) throws ExperimentException {
    boolean open = fields.flag("open");
    boolean perNode = fields.flag("ratesPerNode");
    if (perNode && !open && !beside) {
      throw complaints.at(
          fields.place("ratesPerNode"),
          "\"ratesPerNode\" is for operations that have a \"ratePerHour\"");
    }
    List<Stage> stages = new ArrayList<>();
    for (Fields stage : fields.list("stages")) {
      Duration duration = stage.duration("duration");
      if (duration.isZero()) {
        throw complaints.at(stage.place("duration"), "\"duration\" is zero but must be longer");
      }
      boolean restart = stage.flag("restart");
      if (!restart && stage.whole("workers") == 0 && (open || !beside)) {
        throw complaints.at(
            stage.place("workers"),
            "a stage without workers is for a closed load with an operation that has a \"ratePerHour\"");
      }
      stages.add(
          new Stage(
              stage.whole("workers"),
              stage.number("rateFactor").doubleValue(),
              duration,
              restart,
              stage.whole("alone")));
    }
    return new Load(open, perNode, fields.duration("warmUp"), List.copyOf(stages));
  }

  private static Link link(Fields fields) {
    return new Link(fields.size("bytesPerSecond"), fields.duration("roundTrip"));
  }
}
