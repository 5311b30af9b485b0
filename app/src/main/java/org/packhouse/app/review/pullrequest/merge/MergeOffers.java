package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.condition.MergeMessages;
import org.packhouse.app.review.pullrequest.condition.MergeRuleRows;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.review.pullrequest.merge.StrategyChecks.StrategyCheck;
import org.packhouse.app.review.pullrequest.trial.Trials;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;

/** Answers whether and by which strategies a pull request can be merged; checks no permission. */
@Component
public class MergeOffers {

  private final Trials trials;
  private final MergeVetoes vetoes;
  private final StrategyChecks strategies;
  private final MergeMessages messages;
  private final MergeRuleRows rules;

  MergeOffers(
      Trials trials,
      MergeVetoes vetoes,
      StrategyChecks strategies,
      MergeMessages messages,
      MergeRuleRows rules) {
    this.trials = trials;
    this.vetoes = vetoes;
    this.strategies = strategies;
    this.messages = messages;
    this.rules = rules;
  }

  /**
   * The answer to whether a pull request can be merged.
   *
   * @param conflicts paths of files that conflict; null: not known
   * @param vetoes besides conflicts
   * @param ways the enabled strategies, the default first
   */
  public record Mergeability(
      @Nullable List<String> conflicts, List<Veto> vetoes, List<StrategyCheck> ways) {

    public boolean isTried() {
      return conflicts != null;
    }

    /** Returns whether the merge is vetoed now, but may become possible without another push. */
    public boolean canWait() {
      return !isClear()
          && (conflicts == null || conflicts.isEmpty())
          && ways.stream().anyMatch(StrategyCheck::isPossible);
    }

    public boolean isClear() {
      return vetoes.isEmpty() && (conflicts == null || conflicts.isEmpty());
    }
  }

  /** Returns the mergeability, after a trial merge if its outcome is not known. */
  public Mergeability tried(Repository target, PullRequest pullRequest, Caller caller)
      throws IOException {
    List<Veto> against = new ArrayList<>(vetoes(target, pullRequest, caller));
    try {
      List<String> conflicts = trials.of(target, pullRequest).conflicts();
      if (!conflicts.isEmpty()) {
        return new Mergeability(conflicts, against, strategies.untried(target));
      }
      List<StrategyCheck> tried = strategies.of(target, pullRequest);
      against.addAll(StrategyChecks.vetoes(tried));
      return new Mergeability(conflicts, against, tried);
    } catch (NotPermittedException e) {
      throw e;
    } catch (RefusedException e) {
      against.add(new Veto("Cannot be merged", e.sentence()));
      return new Mergeability(List.of(), against, strategies.untried(target));
    }
  }

  private List<Veto> vetoes(Repository target, PullRequest pullRequest, Caller caller) {
    User user = caller.user();
    return vetoes.of(
        target, pullRequest, new Actor(user == null ? null : user.id(), caller.name()));
  }

  public String message(Repository target, PullRequest pullRequest) throws IOException {
    return messages.suggest(target, pullRequest, rules.of(target).merging()).text();
  }
}
