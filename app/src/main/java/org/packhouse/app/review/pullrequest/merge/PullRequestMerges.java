package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.database.FairKeyedLock;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.condition.MergeMessages;
import org.packhouse.app.review.pullrequest.condition.MergePlan;
import org.packhouse.app.review.pullrequest.condition.MergeRuleRows;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.review.pullrequest.rescope.Rescoping;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/**
 * Merges pull requests; asks no permission.
 *
 * <p>The commits are made in a quarantine, with no work tree, and the target moves by
 * compare-and-swap in the transaction in which the pull request turns MERGED. Merges into one
 * branch wait in line within a node; where a push or another node was faster, the merge is made
 * anew on what the target is then.
 */
@Service
public class PullRequestMerges {

  private static final int MAX_TRIES = 20;
  private static final int MAX_MESSAGE = 32_768;

  private final PullRequestRows rows;
  private final MergeRuleRows rules;
  private final MergeVetoes vetoes;
  private final Making making;
  private final MergedWriter writer;
  private final Rescoping rescoping;
  private final Clock clock;
  private final FairKeyedLock<Branch> locks = new FairKeyedLock<>();

  PullRequestMerges(
      PullRequestRows rows,
      MergeRuleRows rules,
      MergeVetoes vetoes,
      Making making,
      MergedWriter writer,
      Rescoping rescoping,
      Clock clock) {
    this.rows = rows;
    this.rules = rules;
    this.vetoes = vetoes;
    this.making = making;
    this.writer = writer;
    this.rescoping = rescoping;
    this.clock = clock;
  }

  /** A way to make commits. */
  @Component
  record Making(
      MergePlaces places,
      MergePlan plan,
      MergeMessages messages,
      MergeSigning signing,
      BranchCommits commits) {}

  /**
   * Merges a pull request.
   *
   * @throws RefusedException if the strategy or message breaks a rule, 409 if it is closed,
   *     somebody else has changed it, a check vetoes it, or the branches conflict
   * @throws NotPermittedException if the caller is no user
   */
  public PullRequest merge(
      Repository target, PullRequest before, MergeRequest wanted, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(before);
    PullRequestRules.requireVersion(before, wanted.version());
    checkMessage(wanted.message());
    Merging merging = rules.of(target).merging();
    MergeStrategy strategy = strategy(merging, wanted.strategy());
    refuseOutdated(before, wanted.version());
    Actor actor = new Actor(user.id(), caller.name());
    List<Veto> against = vetoes.of(target, before, actor);
    if (!against.isEmpty()) {
      throw MergeVetoes.refusal(against);
    }
    Branch line = new Branch(target.id(), before.to().refName(), "");
    try (FairKeyedLock.Held _ = locks.lock(line)) {
      PullRequest merged = retrying(target, before, wanted, strategy, caller);
      if (wanted.deleteSource()) {
        writer.deleteSource(merged, actor);
      }
      return merged;
    }
  }

  private PullRequest retrying(
      Repository target,
      PullRequest before,
      MergeRequest wanted,
      MergeStrategy strategy,
      Caller caller)
      throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return attempt(target, before, wanted, strategy, caller);
      } catch (PullRequestRefs.MovedMeanwhileException e) {
        if (tries == MAX_TRIES) {
          throw new ConflictException(
              Conflict.INTEGRITY,
              "The branch %s moves so often at this moment that the merge was given up. Try again."
                  .formatted(before.to().displayId()));
        }
      } catch (OptimisticLockingFailureException e) {
        PullRequest now = rows.find(target.id(), before.number()).orElse(before);
        PullRequestRules.requireOpen(now);
        throw PullRequestRules.outOfDate(now, wanted.version());
      }
    }
  }

  private PullRequest attempt(
      Repository target,
      PullRequest before,
      MergeRequest wanted,
      MergeStrategy strategy,
      Caller caller)
      throws IOException {
    Branch to = making.commits().branch(target, before.to().refName());
    Branch from = new Branch(target.id(), before.from().refName(), before.from().commit());
    making.commits().require(target, from, to);
    PullRequest now = before.at(to);
    Signed by = making.signing().of(now, strategy, message(target, now, wanted, strategy), caller);
    ObjectId tip = ObjectId.fromString(to.commit());
    try (MergePlace place = making.places().open(target.id(), caller.name())) {
      MergeOutcome outcome =
          making.plan().make(place, strategy, ObjectId.fromString(from.commit()), tip, by);
      ObjectId made =
          switch (outcome) {
            case MergeOutcome.Made it -> it.tip();
            case MergeOutcome.Conflicting it -> throw MergeVetoes.conflict(it.files());
            case MergeOutcome.Impossible it ->
                throw MergeVetoes.refusal(
                    List.of(
                        new Veto(
                            "Cannot be merged by " + strategy.id(),
                            "The merge cannot be made: %s.".formatted(it.reason()))));
          };
      return writer.move(
          target,
          now,
          new MergedWriter.Made(made, strategy, clock.instant().truncatedTo(ChronoUnit.MILLIS)),
          place,
          caller);
    }
  }

  /** Who merges has seen what is there: not what has been pushed since. */
  private void refuseOutdated(PullRequest before, int version) throws IOException {
    rescoping.sourceMoved(before, null);
    Optional<PullRequest> now = rows.find(before.repositoryId(), before.number());
    if (now.isPresent() && now.get().version() != before.version()) {
      PullRequestRules.requireOpen(now.get());
      throw PullRequestRules.outOfDate(now.get(), version);
    }
  }

  private String message(
      Repository target, PullRequest now, MergeRequest wanted, MergeStrategy strategy)
      throws IOException {
    String own = wanted.message();
    if (own != null && !own.isBlank() && !wanted.autoSubject()) {
      return own.strip() + "\n";
    }
    Merging merging = rules.of(target).merging();
    return making
        .messages()
        .compose(target, now, merging, strategy, own == null || own.isBlank() ? null : own)
        .text();
  }

  static void checkMessage(@Nullable String message) {
    if (message != null && (message.length() > MAX_MESSAGE || message.indexOf('\0') >= 0)) {
      throw new InvalidFieldException(
          "message",
          "The message of a commit has at most %d characters, none of them NUL; this one has %d."
              .formatted(MAX_MESSAGE, message.length()));
    }
  }

  private static MergeStrategy strategy(Merging merging, @Nullable MergeStrategy wanted) {
    if (wanted == null) {
      return merging.usual();
    }
    if (!merging.strategies().contains(wanted)) {
      throw new InvalidFieldException(
          "strategyId",
          "The merge strategy %s is not enabled here; these are: %s."
              .formatted(
                  wanted.id(),
                  String.join(
                      ", ", merging.strategies().stream().map(MergeStrategy::id).toList())));
    }
    return wanted;
  }
}
