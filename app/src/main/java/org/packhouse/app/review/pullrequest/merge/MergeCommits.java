package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.condition.MergeMessages;
import org.packhouse.app.review.pullrequest.condition.MergePlan;
import org.packhouse.app.review.pullrequest.condition.MergeRuleRows;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;

/** Makes the commits of merges in a quarantine, by the strategy and with the message requested. */
@Component
class MergeCommits {

  private final MergeRuleRows rules;
  private final MergePlan plan;
  private final MergeMessages messages;
  private final MergeSigning signing;

  MergeCommits(MergeRuleRows rules, MergePlan plan, MergeMessages messages, MergeSigning signing) {
    this.rules = rules;
    this.plan = plan;
    this.messages = messages;
    this.signing = signing;
  }

  /** Returns the requested strategy if it is enabled, or the default one. */
  MergeStrategy strategy(Repository target, MergeRequest request) {
    Merging merging = rules.of(target).merging();
    MergeStrategy strategy = request.strategy();
    if (strategy == null) {
      return merging.usual();
    }
    if (!merging.strategies().contains(strategy)) {
      throw new InvalidFieldException(
          "strategyId",
          "The merge strategy %s is not enabled here; these are: %s."
              .formatted(
                  strategy.id(),
                  String.join(
                      ", ", merging.strategies().stream().map(MergeStrategy::id).toList())));
    }
    return strategy;
  }

  Signed sign(
      Repository target,
      PullRequest now,
      MergeRequest request,
      MergeStrategy strategy,
      Caller caller)
      throws IOException {
    return signing.of(now, strategy, message(target, now, request, strategy), caller);
  }

  private String message(
      Repository target, PullRequest now, MergeRequest request, MergeStrategy strategy)
      throws IOException {
    String own = request.message();
    if (own != null && !own.isBlank() && !request.autoSubject()) {
      return own.strip() + "\n";
    }
    Merging merging = rules.of(target).merging();
    return messages
        .compose(target, now, merging, strategy, own == null || own.isBlank() ? null : own)
        .text();
  }

  /**
   * Makes the commits.
   *
   * @return the commit that the target is to be moved to
   * @throws org.packhouse.app.platform.refusal.RefusedException if the tips conflict, or cannot be
   *     merged by the strategy
   */
  ObjectId make(MergePlace place, PullRequest now, MergeStrategy strategy, Signed by)
      throws IOException {
    ObjectId from = ObjectId.fromString(now.from().commit());
    ObjectId to = ObjectId.fromString(now.to().commit());
    return switch (plan.make(place, strategy, from, to, by)) {
      case MergeOutcome.Made it -> it.tip();
      case MergeOutcome.Conflicting it -> throw MergeVetoes.conflict(it.files());
      case MergeOutcome.Impossible it ->
          throw MergeVetoes.refusal(
              List.of(
                  new Veto(
                      "Cannot be merged by " + strategy.id(),
                      "The merge cannot be made: %s.".formatted(it.reason()))));
    };
  }
}
