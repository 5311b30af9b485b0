package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
          "clone-after-push",
          "shallow-clone-after-push",
          "fetch",
          "ls-refs",
          "push-small",
          "push-big",
          "git-push",
          "rest",
          "page",
          "file",
          "pull-request-create",
          "pull-request-view",
          "pull-request-diff",
          "pull-request-comment",
          "pull-request-approve",
          "pull-request-merge");

  /** How much new content a push brings if the plan does not say, in bytes. */
  private static final long SMALL = 200;

  private static final long BIG = 10 << 20;

  /** The branch of real git's pushes and of those before a clone, if the plan names none. */
  private static final String DEFAULT_BRANCH = "main";

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
   * @param scratch a directory for what is kept for a moment
   * @param clock dates the commits that are pushed
   * @throws IllegalArgumentException saying what the plan asks for that there is not
   * @throws IOException if the content of a repository cannot be looked at
   */
  public static Operation create(
      OperationPlan plan,
      List<Endpoint> endpoints,
      List<TestRepository> repositories,
      Path scratch,
      Clock clock)
      throws IOException {
    if (!NAMES.contains(plan.operation())) {
      throw new IllegalArgumentException(
          "There is no operation \"%s\"; there are %s"
              .formatted(plan.operation(), String.join(", ", NAMES)));
    }
    Repositories chosen = Repositories.of(plan, repositories);
    if (plan.operation().equals("git-push")) {
      String branch = Objects.requireNonNullElse(plan.path(), DEFAULT_BRANCH);
      return new GitPushOperation(name(plan), branch, endpoints.getFirst(), chosen, scratch);
    }
    Ways ways = Ways.of(plan, endpoints);
    try {
      return create(plan, chosen, ways, scratch, clock);
    } catch (IOException | RuntimeException e) {
      ways.close();
      throw e;
    }
  }

  private static Operation create(
      OperationPlan plan, Repositories repositories, Ways ways, Path scratch, Clock clock)
      throws IOException {
    String path = Objects.requireNonNullElse(plan.path(), "");
    String name = name(plan);
    return switch (plan.operation()) {
      case "ls-refs" -> new ListOperation(name, plan, ways, repositories);
      case "push-small" -> push(plan, plan.path(), repositories, ways, scratch, clock, SMALL);
      case "push-big" -> push(plan, plan.path(), repositories, ways, scratch, clock, BIG);
      case "clone-after-push", "shallow-clone-after-push" -> {
        String branch = Objects.requireNonNullElse(plan.path(), DEFAULT_BRANCH);
        yield new AfterPushOperation(
            name,
            push(plan, branch, repositories, ways, scratch, clock, SMALL),
            fetch(name, plan, repositories, ways, scratch));
      }
      case "rest" -> new GetOperation(name, ways, repositories, Gets.rest(path, ways::link));
      case "page" -> new GetOperation(name, ways, repositories, Gets.page(path, ways::link));
      case "file" -> new GetOperation(name, ways, repositories, Gets.file(ways::link));
      case "pull-request-create",
          "pull-request-view",
          "pull-request-diff",
          "pull-request-comment",
          "pull-request-approve",
          "pull-request-merge" ->
          new PullRequestOperation(
              name,
              PullRequestOperation.Step.of(plan.operation()),
              new PullRequests(ways, repositories, clock));
      default -> fetch(name, plan, repositories, ways, scratch);
    };
  }

  private static Operation fetch(
      String name, OperationPlan plan, Repositories repositories, Ways ways, Path scratch)
      throws IOException {
    return new FetchOperation(
        name, plan, ways, repositories, goal(plan, repositories), new RealGit(scratch));
  }

  private static Operation push(
      OperationPlan plan,
      @Nullable String branch,
      Repositories repositories,
      Ways ways,
      Path scratch,
      Clock clock,
      long usual)
      throws IOException {
    long bytes = plan.bytes() > 0 ? plan.bytes() : usual;
    PushOperation.Commits commits = new PushOperation.Commits(bytes, clock, scratch);
    return new PushOperation(name(plan), branch, ways, repositories, commits);
  }

  private static FetchOperation.Goal goal(OperationPlan plan, Repositories repositories)
      throws IOException {
    return switch (plan.operation()) {
      case "clone", "clone-after-push" -> Goals.everything(plan.protocol());
      case "shallow-clone", "shallow-clone-after-push" -> Goals.head(Math.max(plan.depth(), 1));
      case "single-branch-clone" -> Goals.head(0);
      default -> new CatchingUp(repositories.each(directory -> Past.of(directory, plan.bytes())));
    };
  }

  private static String name(OperationPlan plan) {
    boolean usual = plan.transport().equals("http") && plan.protocol() == 2;
    boolean shared = plan.operation().startsWith("push-") && plan.path() != null;
    String what = shared ? plan.operation() + " to " + plan.path() : plan.operation();
    return usual ? what : "%s over %s v%d".formatted(what, plan.transport(), plan.protocol());
  }
}
