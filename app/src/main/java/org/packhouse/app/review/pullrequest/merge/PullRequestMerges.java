package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
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
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.review.pullrequest.rescope.Rescoping;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Service;

/**
 * Merges pull requests; checks no permission.
 *
 * <p>The commits are made in a quarantine without a work tree. The target moves by compare-and-swap
 * in the transaction in which the pull request turns MERGED. Merges into one branch wait for each
 * other within a node; where a push or another node was faster, the merge is made anew on the new
 * tip of the target.
 */
@Service
public class PullRequestMerges {

  private static final int MAX_TRIES = 20;
  private static final int MAX_MESSAGE = 32_768;

  private final PullRequestRows rows;
  private final MergeVetoes vetoes;
  private final MergePlaces places;
  private final BranchCommits commits;
  private final MergeCommits merges;
  private final MergedWriter writer;
  private final Rescoping rescoping;
  private final FairKeyedLock<Branch> locks = new FairKeyedLock<>();

  PullRequestMerges(
      PullRequestRows rows,
      MergeVetoes vetoes,
      MergePlaces places,
      BranchCommits commits,
      MergeCommits merges,
      MergedWriter writer,
      Rescoping rescoping) {
    this.rows = rows;
    this.vetoes = vetoes;
    this.places = places;
    this.commits = commits;
    this.merges = merges;
    this.writer = writer;
    this.rescoping = rescoping;
  }

  /**
   * Merges a pull request.
   *
   * @throws RefusedException if the strategy or message breaks a rule, the pull request is closed
   *     or was changed meanwhile, a check vetoes the merge, or the branches conflict
   */
  public PullRequest merge(
      Repository target, PullRequest before, MergeRequest request, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(before);
    PullRequestRules.requireVersion(before, request.version());
    checkMessage(request.message());
    MergeStrategy strategy = merges.strategy(target, request);
    refuseOutdated(before, request.version());
    Actor actor = new Actor(user.id(), caller.name());
    List<Veto> against = vetoes.of(target, before, actor);
    if (!against.isEmpty()) {
      throw MergeVetoes.refusal(against);
    }
    Branch line = new Branch(target.id(), before.to().refName(), "");
    try (FairKeyedLock.Held _ = locks.lock(line)) {
      PullRequest merged = retrying(target, before, request, strategy, caller);
      if (request.deleteSource()) {
        writer.deleteSource(merged, actor);
      }
      return merged;
    }
  }

  private PullRequest retrying(
      Repository target,
      PullRequest before,
      MergeRequest request,
      MergeStrategy strategy,
      Caller caller)
      throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return attempt(target, before, request, strategy, caller);
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
        throw PullRequestRules.outOfDate(now, request.version());
      }
    }
  }

  private PullRequest attempt(
      Repository target,
      PullRequest before,
      MergeRequest request,
      MergeStrategy strategy,
      Caller caller)
      throws IOException {
    Branch to = commits.branch(target, before.to().refName());
    Branch from = new Branch(target.id(), before.from().refName(), before.from().commit());
    commits.require(target, from, to);
    PullRequest now = before.at(to);
    Signed by = merges.sign(target, now, request, strategy, caller);
    try (MergePlace place = places.open(target.id(), caller.name())) {
      ObjectId made = merges.make(place, now, strategy, by);
      return writer.move(target, now, made, place, caller);
    }
  }

  // The caller has seen what the version names, and not what was pushed since.
  private void refuseOutdated(PullRequest before, int version) throws IOException {
    rescoping.sourceMoved(before, null);
    Optional<PullRequest> now = rows.find(before.repositoryId(), before.number());
    if (now.isPresent() && now.get().version() != before.version()) {
      PullRequestRules.requireOpen(now.get());
      throw PullRequestRules.outOfDate(now.get(), version);
    }
  }

  static void checkMessage(@Nullable String message) {
    if (message != null && (message.length() > MAX_MESSAGE || message.indexOf('\0') >= 0)) {
      throw new InvalidFieldException(
          "message",
          "The message of a commit has at most %d characters, none of them NUL; this one has %d."
              .formatted(MAX_MESSAGE, message.length()));
    }
  }
}
