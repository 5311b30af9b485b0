package org.packhouse.lab.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;

/** Plans for a tiny server. */
public final class Plans {

  private Plans() {}

  /** An operation of a closed loop. */
  public static OperationPlan operation(String name, double weight) {
    return new OperationPlan(name, "small", "http", 2, weight, 0, 1, 0, null, null, null);
  }

  /** An operation that comes at a rate. */
  public static OperationPlan atRate(String name, double perSecond) {
    return new OperationPlan(name, "small", "http", 2, 1, perSecond * 3600, 1, 0, null, null, null);
  }

  /** A stage. */
  public static Stage stage(int workers, int millis) {
    return new Stage(workers, 1, Duration.ofMillis(millis));
  }

  /** A stage in which the target is started again. */
  public static Stage restart(int millis) {
    return new Stage(0, 1, Duration.ofMillis(millis), true);
  }

  /** Two rounds of short stages. */
  public static Experiment experiment(
      List<String> targets, List<OperationPlan> operations, Stage... stages) {
    return experiment(
        targets,
        operations,
        new Load(false, false, Duration.ofMillis(50), Stream.of(stages).toList()));
  }

  /** Two rounds of a load. */
  public static Experiment experiment(
      List<String> targets, List<OperationPlan> operations, Load load) {
    return new Experiment(
        "tiny",
        "that it works",
        1,
        2,
        List.of(new RepositoryPlan("small", 1, 1, 1, 1, 0, 1, 0, Surroundings.NONE, null)),
        targets.stream().map(it -> new TargetPlan(it, "url", 1, Map.of(), "x")).toList(),
        operations,
        load,
        Link.DIRECT);
  }
}
