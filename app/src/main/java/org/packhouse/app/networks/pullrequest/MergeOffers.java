package org.packhouse.app.networks.pullrequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.networks.pullrequest.MergeRules.Merging;
import org.packhouse.app.networks.pullrequest.TrialRows.Trial;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;

/** Tells people whether and how a pull request can be merged; asks no permission. */
@Component
public class MergeOffers {

  private final TrialRows rows;
  private final Trials trials;
  private final MergeVetoes vetoes;
  private final MergeMessages messages;
  private final MergeRuleRows rules;

  MergeOffers(
      TrialRows rows,
      Trials trials,
      MergeVetoes vetoes,
      MergeMessages messages,
      MergeRuleRows rules) {
    this.rows = rows;
    this.trials = trials;
    this.vetoes = vetoes;
    this.messages = messages;
    this.rules = rules;
  }

  /**
   * The answer to whether it can be merged.
   *
   * @param conflicts paths in which both sides have changed the same lines; null: that is not known
   * @param vetoes all else that stands against it
   */
  public record Mergeability(@Nullable List<String> conflicts, List<Veto> vetoes) {

    /** Whether a trial merge was made of the branches as they are now. */
    public boolean isTried() {
      return conflicts != null;
    }

    /** Whether what stands against it may pass without another push. */
    public boolean canWait() {
      return !isClear() && (conflicts == null || conflicts.isEmpty());
    }

    /** Whether nothing is known to stand against it. */
    public boolean isClear() {
      return vetoes.isEmpty() && (conflicts == null || conflicts.isEmpty());
    }
  }

  /** What is known, without a trial merge. */
  public Mergeability known(Repository target, PullRequest pullRequest, Caller caller) {
    Optional<Trial> trial = rows.find(pullRequest.id()).filter(it -> it.isOf(pullRequest));
    return new Mergeability(
        trial.map(Trial::conflicts).orElse(null), vetoes(target, pullRequest, caller));
  }

  /** The same, for which a merge is tried if the outcome is not known. */
  public Mergeability tried(Repository target, PullRequest pullRequest, Caller caller)
      throws IOException {
    List<Veto> against = new ArrayList<>(vetoes(target, pullRequest, caller));
    try {
      return new Mergeability(trials.of(target, pullRequest).conflicts(), against);
    } catch (RestException e) {
      e.restErrors().forEach(error -> against.add(new Veto("Cannot be merged", error.message())));
      return new Mergeability(List.of(), against);
    }
  }

  private List<Veto> vetoes(Repository target, PullRequest pullRequest, Caller caller) {
    User user = caller.user();
    return vetoes.of(
        target, pullRequest, new Actor(user == null ? null : user.id(), caller.name()));
  }

  /** The ways in which it may be merged, the usual one first. */
  public List<MergeStrategy> strategies(Repository target) {
    Merging merging = rules.of(target).merging();
    List<MergeStrategy> all = new ArrayList<>(merging.strategies());
    all.remove(merging.usual());
    all.addFirst(merging.usual());
    return all;
  }

  /** The message that the merge has if nobody writes another. */
  public String message(Repository target, PullRequest pullRequest) throws IOException {
    return messages.suggest(target, pullRequest, rules.of(target).merging()).text();
  }
}
