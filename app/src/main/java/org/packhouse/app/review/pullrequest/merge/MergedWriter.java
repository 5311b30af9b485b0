package org.packhouse.app.review.pullrequest.merge;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.time.Instant;
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
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
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

/** Moves the target of a pull request that is merged, and writes that down with the move. */
@Component
class MergedWriter {

  private static final Logger LOG = LoggerFactory.getLogger(MergedWriter.class);

  private final RefUpdates updates;
  private final Refs refs;
  private final PullRequestTransitions transitions;
  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final ActivityRows activities;

  MergedWriter(
      RefUpdates updates,
      Refs refs,
      PullRequestTransitions transitions,
      PullRequestRows rows,
      PullRequestRecords records,
      ActivityRows activities) {
    this.updates = updates;
    this.refs = refs;
    this.transitions = transitions;
    this.rows = rows;
    this.records = records;
    this.activities = activities;
  }

  /**
   * A merge that was made.
   *
   * @param tip what the target is to be moved to
   */
  record Made(ObjectId tip, MergeStrategy strategy, Instant when) {}

  /**
   * Moves the target and closes the pull request, both or neither.
   *
   * @param now with the target's tip that the merge was made on
   * @throws PullRequestRefs.MovedMeanwhileException if the target is elsewhere by now
   * @throws org.springframework.dao.OptimisticLockingFailureException if the pull request was
   *     changed meanwhile
   */
  PullRequest move(Repository target, PullRequest now, Made made, MergePlace place, Caller caller)
      throws IOException {
    User user = caller.user();
    Long userId = user == null ? null : user.id();
    RefChange change =
        new RefChange(now.to().refName(), ObjectId.fromString(now.to().commit()), made.tip());
    RefRequest request =
        RefRequest.of(
            target.id(), new Actor(userId, caller.name()), RefCause.MERGE, List.of(change));
    RefUpdates.Update update =
        new RefUpdates.Update(request, true, _ -> merged(now, made, userId), null);
    records.noteAttempt(now.id(), made.tip().name(), userId);
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

  private void merged(PullRequest now, Made made, @Nullable Long userId) {
    String commit = made.tip().name();
    if (isMergedBy(now, commit)) {
      // Recovery has carried the move on, and who listens to moves has written this down.
      return;
    }
    transitions.merge(
        now, now.to().commit(), commit.equals(now.from().commit()) ? null : commit, made.when());
    records.noteTip(now.repositoryId(), now.to().refName(), commit);
    records.forgetAttempt(now.id());
    activities.append(now.id(), Action.MERGED, userId, made.when(), ActivityDetails.merged(commit));
  }

  private boolean isMergedBy(PullRequest before, String commit) {
    return rows.find(before.repositoryId(), before.number())
        .filter(it -> it.state() == PullRequestState.MERGED)
        .filter(it -> commit.equals(requireNonNullElse(it.mergeCommit(), it.from().commit())))
        .isPresent();
  }

  /** Deletes the source branch of what was merged, if nothing stands against it. */
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
      LOG.info("{} stays after it was merged: {}", name, result.problem());
    }
  }
}
