package org.packhouse.lab.operation;

import java.nio.file.Path;
import java.util.List;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.target.Endpoint;

/** Makes operations by name. */
public final class Operations {

  private static final List<String> NAMES =
      List.of(
          "clone",
          "shallow-clone",
          "single-branch-clone",
          "fetch",
          "ls-refs",
          "push-small",
          "push-big",
          "rest",
          "page",
          "file");

  private Operations() {}

  /** Names of the operations that there are. */
  public static List<String> knownNames() {
    return NAMES;
  }

  /**
   * Makes an operation.
   *
   * @param endpoints the nodes of the target; each turn draws one
   * @param repositories all that the target has
   * @param scratch a folder for what is kept for a moment
   * @throws IllegalArgumentException saying what the plan asks for that there is not
   */
  public static Operation create(
      OperationPlan plan,
      List<Endpoint> endpoints,
      List<TestRepository> repositories,
      Path scratch) {
    return switch (plan.operation()) {
      case "clone" ->
          fetch(plan, endpoints, repositories, scratch, Goals.everything(plan.protocol()));
      case "shallow-clone" ->
          fetch(plan, endpoints, repositories, scratch, Goals.head(Math.max(plan.depth(), 1)));
      case "single-branch-clone" -> fetch(plan, endpoints, repositories, scratch, Goals.head(0));
      default ->
          throw new IllegalArgumentException(
              "There is no operation \"%s\"; there are %s"
                  .formatted(plan.operation(), String.join(", ", NAMES)));
    };
  }

  private static Operation fetch(
      OperationPlan plan,
      List<Endpoint> endpoints,
      List<TestRepository> repositories,
      Path scratch,
      FetchOperation.Goal goal) {
    Repositories chosen = Repositories.of(plan, repositories);
    return new FetchOperation(
        name(plan), plan, Ways.of(plan, endpoints), chosen, goal, new RealGit(scratch));
  }

  private static String name(OperationPlan plan) {
    boolean usual = plan.transport().equals("http") && plan.protocol() == 2;
    return usual
        ? plan.operation()
        : "%s over %s v%d".formatted(plan.operation(), plan.transport(), plan.protocol());
  }
}
