package org.packhouse.app.review.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/** Vetoes merges for which required builds are missing or have not succeeded. */
@Component
class RequiredBuildCheck implements MergeCheck {

  private static final int ORDER = 10;

  private final RequiredBuildConditions required;
  private final Builds builds;
  private final AcceptedReporters reporters;
  private final Repositories repositories;
  private final BranchModels models;

  RequiredBuildCheck(
      RequiredBuildConditions required,
      Builds builds,
      AcceptedReporters reporters,
      Repositories repositories,
      BranchModels models) {
    this.required = required;
    this.builds = builds;
    this.reporters = reporters;
    this.repositories = repositories;
    this.models = models;
  }

  @Override
  public int order() {
    return ORDER;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    long repositoryId = merge.target().repository().value();
    List<RequiredBuilds> conditions = required.inForce(repositoryId);
    Optional<Repository> repository =
        conditions.isEmpty() ? Optional.empty() : repositories.findById(repositoryId);
    if (repository.isEmpty()) {
      return List.of();
    }
    Supplier<BranchModelInUse> model = models.lazily(repository.get());
    Map<Reporters, Set<String>> keys = new LinkedHashMap<>();
    conditions.stream()
        .filter(it -> it.target().matches(it.scope(), merge.target().refName(), model))
        .filter(it -> !isExempt(it, merge, model))
        .forEach(it ->
            keys.computeIfAbsent(it.reporters(), _ -> new LinkedHashSet<>())
                .addAll(it.parentKeys()));
    if (keys.isEmpty()) {
      return List.of();
    }
    String commit = merge.source().tip().name();
    List<StoredBuild> counting = builds.counting(repositoryId, commit);
    List<Veto> vetoes = new ArrayList<>();
    keys.forEach((accepted, names) -> {
      List<BuildStatus> found =
          StoredBuild.onePerKey(
              counting.stream()
                  .filter(it -> reporters.accepts(accepted, it.build().author()))
                  .toList());
      boolean named = !accepted.isAnybody();
      names.forEach(key -> veto(key, found, named).ifPresent(vetoes::add));
    });
    return vetoes.stream().distinct().toList();
  }

  private static boolean isExempt(
      RequiredBuilds condition, PullRequestMerge merge, Supplier<BranchModelInUse> model) {
    RefMatcher exempt = condition.exempt();
    Supplier<BranchModelInUse> own =
        condition.scope().isProject() ? () -> model.get().byProject() : model;
    return exempt != null && exempt.matches(merge.source().refName(), own);
  }

  private static Optional<Veto> veto(String key, List<BuildStatus> found, boolean named) {
    List<BuildStatus> parts =
        found.stream().filter(build -> build.requiredKey().equals(key)).toList();
    String problem =
        parts.isEmpty()
            ? "is missing: nothing was told of it for the latest commit"
                + (named ? " by those who are to report it" : "")
            : parts.stream()
                .filter(build -> build.state() != BuildState.SUCCESSFUL)
                .findFirst()
                .map(RequiredBuildCheck::problem)
                .orElse("");
    return problem.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Veto(
                "Required build",
                "The required build %s %s.".formatted(InvalidFieldException.quote(key), problem)));
  }

  private static String problem(BuildStatus build) {
    return switch (build.state()) {
      case FAILED -> "has failed";
      case CANCELLED -> "was cancelled";
      case INPROGRESS -> "has not ended";
      default -> "has not succeeded: its state is " + build.state();
    };
  }
}
