package org.packhouse.app.review.pullrequest.merge;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.condition.MergePlan;
import org.packhouse.app.review.pullrequest.condition.MergeRuleRows;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;

/**
 * Checks which enabled merge strategies can merge a pull request. A strategy that may fail where a
 * merge commit succeeds is tried in a quarantine; its outcome depends on the two tips alone and is
 * cached by them.
 */
@Component
public class StrategyChecks {

  private static final int MAX_REMEMBERED = 10_000;

  private final MergeRuleRows rules;
  private final MergePlaces places;
  private final MergePlan plan;
  private final MergeSigning signing;
  private final Cache<Attempt, Optional<String>> obstacles;

  StrategyChecks(
      MergeRuleRows rules,
      MergePlaces places,
      MergePlan plan,
      MergeSigning signing,
      Caches caches) {
    this.rules = rules;
    this.places = places;
    this.plan = plan;
    this.signing = signing;
    obstacles =
        caches.build("merge-obstacles", "Reasons why strategies cannot merge", MAX_REMEMBERED);
  }

  private record Attempt(long repositoryId, String from, String to, MergeStrategy strategy) {}

  /** An enabled strategy, and a sentence that says why it cannot merge these tips, if so. */
  public record StrategyCheck(MergeStrategy strategy, @Nullable String obstacle) {

    public boolean isPossible() {
      return obstacle == null;
    }
  }

  /** Returns the enabled strategies, the default first, without trying any of them. */
  public List<StrategyCheck> untried(Repository target) {
    Merging merging = rules.of(target).merging();
    List<MergeStrategy> all = new ArrayList<>(merging.strategies());
    all.remove(merging.usual());
    all.addFirst(merging.usual());
    return all.stream().map(strategy -> new StrategyCheck(strategy, null)).toList();
  }

  /** Checks the enabled strategies, the default first, for tips that merge without conflict. */
  public List<StrategyCheck> of(Repository target, PullRequest pullRequest) throws IOException {
    List<StrategyCheck> checks = new ArrayList<>();
    for (StrategyCheck check : untried(target)) {
      checks.add(
          new StrategyCheck(check.strategy(), obstacle(target, pullRequest, check.strategy())));
    }
    return checks;
  }

  /** Returns a veto for each strategy if none is possible, else no veto. */
  public static List<Veto> vetoes(List<StrategyCheck> checks) {
    if (checks.stream().anyMatch(StrategyCheck::isPossible)) {
      return List.of();
    }
    return checks.stream()
        .map(check ->
            new Veto(
                "Cannot be merged by " + check.strategy().id(),
                check.obstacle() == null ? "" : check.obstacle()))
        .toList();
  }

  private @Nullable String obstacle(
      Repository target, PullRequest pullRequest, MergeStrategy strategy) throws IOException {
    MergeStrategy tried =
        switch (strategy) {
          case NO_FF, FF, SQUASH -> null;
          case FF_ONLY, SQUASH_FF_ONLY -> strategy;
          case REBASE_NO_FF, REBASE_FF_ONLY -> MergeStrategy.REBASE_FF_ONLY;
        };
    if (tried == null) {
      return null;
    }
    Attempt attempt =
        new Attempt(target.id(), pullRequest.from().commit(), pullRequest.to().commit(), tried);
    return Caches.get(obstacles, attempt, () -> Optional.ofNullable(obstacle(attempt)))
        .orElse(null);
  }

  private @Nullable String obstacle(Attempt attempt) throws IOException {
    try (MergePlace place = places.open(attempt.repositoryId(), "pull-request")) {
      MergeOutcome outcome =
          plan.make(
              place,
              attempt.strategy(),
              ObjectId.fromString(attempt.from()),
              ObjectId.fromString(attempt.to()),
              signing.ofServer("Trial\n"));
      return switch (outcome) {
        case MergeOutcome.Made _ -> null;
        case MergeOutcome.Conflicting(ObjectId commit, List<String> files) ->
            "Rebased one by one, the commit %s conflicts. %s"
                .formatted(commit.abbreviate(10).name(), MergeVetoes.conflictVeto(files).detail());
        case MergeOutcome.Impossible(String reason) ->
            "The merge cannot be made: %s.".formatted(reason);
      };
    }
  }
}
