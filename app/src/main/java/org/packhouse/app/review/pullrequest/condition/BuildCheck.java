package org.packhouse.app.review.pullrequest.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.Builds;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/**
 * Vetoes merges with fewer successful builds than required; where one is required, none may have
 * failed or be running.
 */
@Component
class BuildCheck implements MergeCheck {

  private static final int ORDER = 10;
  private static final int MAX_SHOWN = 10;

  private final MergeConditions conditions;
  private final Builds builds;

  BuildCheck(MergeConditions conditions, Builds builds) {
    this.conditions = conditions;
    this.builds = builds;
  }

  @Override
  public int order() {
    return ORDER;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    long repositoryId = merge.target().repository().value();
    int required = conditions.inForce(repositoryId).builds();
    if (required == 0) {
      return List.of();
    }
    List<BuildStatus> found = builds.of(repositoryId, merge.source().tip().name());
    List<Veto> vetoes = new ArrayList<>();
    long successful =
        found.stream().filter(build -> build.state() == BuildState.SUCCESSFUL).count();
    if (successful < required) {
      vetoes.add(
          new Veto(
              "Not enough successful builds",
              "The latest commit has %d of the %d successful builds that are required."
                  .formatted(successful, required)));
    }
    add(
        vetoes,
        "Failed builds",
        "Builds that have failed",
        found,
        build -> build.state().isFailure());
    add(
        vetoes,
        "Builds in progress",
        "Builds that have not ended",
        found,
        build -> build.state() == BuildState.INPROGRESS);
    return vetoes;
  }

  private static void add(
      List<Veto> vetoes,
      String summary,
      String beginning,
      List<BuildStatus> builds,
      Predicate<BuildStatus> which) {
    List<String> names =
        builds.stream()
            .filter(which)
            .map(build -> InvalidFieldException.quote(build.displayName()))
            .toList();
    if (!names.isEmpty()) {
      String shown = String.join(", ", names.subList(0, Math.min(MAX_SHOWN, names.size())));
      vetoes.add(
          new Veto(
              summary,
              "%s: %s%s."
                  .formatted(beginning, shown, names.size() > MAX_SHOWN ? " and others" : "")));
    }
  }
}
