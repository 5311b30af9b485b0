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
import org.packhouse.app.review.pullrequest.merge.MergeWays.Way;
import org.packhouse.app.review.pullrequest.trial.Trials;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;

/** Tells people whether and how a pull request can be merged; asks no permission. */
@Component
public class MergeOffers {

  private final Trials trials;
  private final MergeVetoes vetoes;
  private final MergeWays ways;
  private final MergeMessages messages;
  private final MergeRuleRows rules;

  MergeOffers(
      Trials trials,
      MergeVetoes vetoes,
      MergeWays ways,
      MergeMessages messages,
      MergeRuleRows rules) {
    this.trials = trials;
    this.vetoes = vetoes;
    this.ways = ways;
    this.messages = messages;
    this.rules = rules;
  }

  /**
   * The answer to whether it can be merged.
   *
   * @param conflicts paths in which both sides have changed the same lines; null: that is not known
   * @param vetoes all else that stands against it
   * @param ways the enabled strategies, the usual one first
   */
  public record Mergeability(@Nullable List<String> conflicts, List<Veto> vetoes, List<Way> ways) {

    /** Whether a trial merge was made of the branches as they are now. */
    public boolean isTried() {
      return conflicts != null;
    }

    /** Whether what stands against it may pass without another push. */
    public boolean canWait() {
      return !isClear()
          && (conflicts == null || conflicts.isEmpty())
          && ways.stream().anyMatch(Way::isOpen);
    }

    /** Whether nothing is known to stand against it. */
    public boolean isClear() {
      return vetoes.isEmpty() && (conflicts == null || conflicts.isEmpty());
    }
  }

  /** What stands against a merge, which is tried if its outcome is not known. */
  public Mergeability tried(Repository target, PullRequest pullRequest, Caller caller)
      throws IOException {
    List<Veto> against = new ArrayList<>(vetoes(target, pullRequest, caller));
    try {
      List<String> conflicts = trials.of(target, pullRequest).conflicts();
      if (!conflicts.isEmpty()) {
        return new Mergeability(conflicts, against, ways.untried(target));
      }
      List<Way> tried = ways.of(target, pullRequest);
      against.addAll(MergeWays.vetoes(tried));
      return new Mergeability(conflicts, against, tried);
    } catch (NotPermittedException e) {
      throw e;
    } catch (RefusedException e) {
      against.add(new Veto("Cannot be merged", e.sentence()));
      return new Mergeability(List.of(), against, ways.untried(target));
    }
  }

  private List<Veto> vetoes(Repository target, PullRequest pullRequest, Caller caller) {
    User user = caller.user();
    return vetoes.of(
        target, pullRequest, new Actor(user == null ? null : user.id(), caller.name()));
  }

  /** The message that the merge has if nobody writes another. */
  public String message(Repository target, PullRequest pullRequest) throws IOException {
    return messages.suggest(target, pullRequest, rules.of(target).merging()).text();
  }
}
