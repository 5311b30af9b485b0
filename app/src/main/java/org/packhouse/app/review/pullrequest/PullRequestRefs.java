package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.source.merge.ForeignCommits;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;

/**
 * Moves {@code refs/pull-requests/N/*}, which clients can fetch but not push. They keep the commits
 * of a pull request, whatever becomes of its branches.
 */
@Component
public class PullRequestRefs {

  public static final Actor SERVER = new Actor(null, "packhouse");

  private final Refs refs;
  private final RefUpdates updates;
  private final MergePlaces places;
  private final ForeignCommits foreign;

  PullRequestRefs(Refs refs, RefUpdates updates, MergePlaces places, ForeignCommits foreign) {
    this.refs = refs;
    this.updates = updates;
    this.places = places;
    this.foreign = foreign;
  }

  public static final class MovedMeanwhileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MovedMeanwhileException(String message) {
      super(message);
    }
  }

  public RefChange creation(long repositoryId, long number, ObjectId tip) throws IOException {
    return change(repositoryId, PullRequest.fromRef(number), tip);
  }

  /** Returns the change of a ref from its present value to a commit; zeros delete the ref. */
  public RefChange change(long repositoryId, String refName, ObjectId to) throws IOException {
    return new RefChange(refName, now(repositoryId, refName), to);
  }

  private ObjectId now(long repositoryId, String refName) throws IOException {
    return refs.snapshot(repositoryId).pullRequests().stream()
        .filter(ref -> ref.name().equals(refName))
        .findFirst()
        .map(RefSnapshot.Entry::id)
        .orElse(ObjectId.zeroId());
  }

  /** Copies commits from another repository into a quarantine; null: the source is the target. */
  @Nullable public MergePlace bring(Repository target, Branch from, Collection<String> known, String caller)
      throws IOException {
    Long source = from.repositoryId();
    if (source == null || source == target.id()) {
      return null;
    }
    MergePlace place = places.open(target.id(), caller);
    try {
      foreign.bring(
          place,
          source,
          ObjectId.fromString(from.commit()),
          known.stream().map(ObjectId::fromString).toList());
      return place;
    } catch (IOException | RuntimeException e) {
      place.close();
      throw e;
    }
  }

  /**
   * Moves refs of pull requests, all or none.
   *
   * @param place the quarantine with new objects; null: there are none
   * @param rows writes rows in the transaction of the moves
   * @throws MovedMeanwhileException if a ref has moved meanwhile
   */
  public void move(
      Repository target,
      List<RefChange> changes,
      @Nullable MergePlace place,
      RefUpdates.InTransaction rows)
      throws IOException {
    RefRequest request = RefRequest.of(target.id(), SERVER, RefCause.PULL_REQUEST, changes);
    RefUpdates.Update update = new RefUpdates.Update(request, true, rows, null);
    for (RefUpdates.Result result :
        updates.apply(update, place == null ? null : place.quarantine())) {
      if (!result.moved()) {
        refuse(target, result);
      }
    }
  }

  private void refuse(Repository target, RefUpdates.Result result) throws IOException {
    RefChange change = result.change();
    if (!now(target.id(), change.refName()).equals(change.oldId())
        || RefUpdates.EXISTS.equals(result.problem())) {
      throw new MovedMeanwhileException(change.refName() + ": " + result.problem());
    }
    throw new ConflictException(
        Conflict.INTEGRITY,
        "%s of %s was not written: %s."
            .formatted(change.refName(), target.path(), result.problem()));
  }
}
