package org.packhouse.app.review.pullrequest.merge;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.PullRequestTransitions;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Moves the target branch of a pull request, and marks the pull request as merged with it. */
@Component
class MergedWriter {

  private static final Logger LOG = LoggerFactory.getLogger(MergedWriter.class);

  private final RefUpdates updates;
  private final Refs refs;
  private final PullRequestTransitions transitions;
  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final Clock clock;

  MergedWriter(
      RefUpdates updates,
      Refs refs,
      PullRequestTransitions transitions,
      PullRequestRows rows,
      PullRequestRecords records,
      ActivityRows activities,
      Clock clock) {
    this.updates = updates;
    this.refs = refs;
    this.transitions = transitions;
    this.rows = rows;
    this.records = records;
    this.activities = activities;
    this.clock = clock;
  }

  /**
   * Moves the target and closes the pull request in one transaction.
   *
   * @param now with the tip of the target that the merge was made on
   * @param made the commit that the target is moved to
   * @throws PullRequestRefs.MovedMeanwhileException if the target has moved since
   * @throws org.springframework.dao.OptimisticLockingFailureException if the pull request was
   *     changed meanwhile
   */
  PullRequest move(
      Repository target, PullRequest now, ObjectId made, MergePlace place, Caller caller)
      throws IOException {
    User user = caller.user();
    Long userId = user == null ? null : user.id();
    RefChange change =
        new RefChange(now.to().refName(), ObjectId.fromString(now.to().commit()), made);
    RefRequest request =
        RefRequest.of(
            target.id(), new Actor(userId, caller.name()), RefCause.MERGE, List.of(change));
    Instant when = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    RefUpdates.Update update =
        new RefUpdates.Update(request, true, _ -> merged(now, made.name(), userId, when), null);
    records.noteAttempt(now.id(), made.name(), userId);
    RefUpdates.Result result = updates.apply(update, place.quarantine()).getFirst();
    if (!result.moved()) {
      records.forgetAttempt(now.id());
    }
    if (result.refusal() != null) {
      throw MergeVetoes.refusal(
          List.of(
              new Veto(
                  result.refusal().reason(), String.join(" ", result.refusal().explanation()))));
    }
    if (!result.moved()) {
      refuse(target, change, String.valueOf(result.problem()));
    }
    return rows.find(target.id(), now.number()).orElse(now);
  }

  private void refuse(Repository target, RefChange change, String problem) throws IOException {
    if (!tip(target.id(), change.refName()).filter(change.oldId()::equals).isPresent()) {
      throw new PullRequestRefs.MovedMeanwhileException(change.refName() + ": " + problem);
    }
    throw MergeVetoes.refusal(
        List.of(
            new Veto(
                "The branch was not moved",
                "%s was not moved: %s.".formatted(change.refName(), problem))));
  }

  private Optional<ObjectId> tip(long repositoryId, String refName) throws IOException {
    return refs.snapshot(repositoryId).find(refName).map(RefSnapshot.Entry::id);
  }

  private void merged(PullRequest now, String commit, @Nullable Long userId, Instant when) {
    if (isMergedBy(now, commit)) {
      // Recovery has completed the move, and the listener of ref moves has closed the pull request.
      return;
    }
    transitions.merge(
        now, now.to().commit(), commit.equals(now.from().commit()) ? null : commit, when);
    records.noteTip(now.repositoryId(), now.to().refName(), commit);
    records.forgetAttempt(now.id());
    activities.append(now.id(), Action.MERGED, userId, when, ActivityDetails.merged(commit));
  }

  private boolean isMergedBy(PullRequest before, String commit) {
    return rows.find(before.repositoryId(), before.number())
        .filter(it -> it.state() == PullRequestState.MERGED)
        .filter(it -> commit.equals(requireNonNullElse(it.mergeCommit(), it.from().commit())))
        .isPresent();
  }

  /** Deletes the source branch, unless it has moved, is the default branch or has pull requests. */
  void deleteSource(PullRequest merged, Actor actor) throws IOException {
    Long sourceId = merged.from().repositoryId();
    if (sourceId == null) {
      return;
    }
    RefSnapshot source = refs.snapshot(sourceId);
    String name = merged.from().refName();
    ObjectId tip = ObjectId.fromString(merged.from().commit());
    boolean isThere = source.find(name).filter(ref -> ref.id().equals(tip)).isPresent();
    if (!isThere
        || name.equals(source.headTarget())
        || !rows.openFrom(sourceId, List.of(name)).isEmpty()) {
      return;
    }
    RefChange change = new RefChange(name, tip, ObjectId.zeroId());
    RefRequest request = RefRequest.of(sourceId, actor, RefCause.DELETE_SOURCE, List.of(change));
    RefUpdates.Result result = updates.apply(RefUpdates.Update.all(request), null).getFirst();
    if (!result.moved()) {
      LOG.info("The merged branch {} was not deleted: {}", name, result.problem());
    }
  }
}
