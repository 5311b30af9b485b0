package org.packhouse.app.review.pullrequest.opening;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.database.FairKeyedLock;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.DuplicatePullRequestException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.Reviewers;
import org.packhouse.app.review.pullrequest.rescope.Rescoping;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;

/**
 * Opens pull requests; checks no permission.
 *
 * <p>The rows are written in the transaction that creates {@code refs/pull-requests/N/from}, so
 * that neither exists without the other and numbers have no gaps: the transaction that takes a
 * number holds the repository's lock. Requests of one node wait for each other, so that they do not
 * try for the same number; of two nodes the later one retries with the next.
 */
@Service
public class PullRequestCreation {

  private static final int MAX_TRIES = 20;

  private final PullRequestRows rows;
  private final PullRequestWriter writer;
  private final BranchCommits commits;
  private final Reviewers reviewers;
  private final OpeningTasks tasks;
  private final PullRequestRefs refs;
  private final Rescoping rescoping;
  private final FairKeyedLock<Long> locks = new FairKeyedLock<>();

  PullRequestCreation(
      PullRequestRows rows,
      PullRequestWriter writer,
      BranchCommits commits,
      Reviewers reviewers,
      OpeningTasks tasks,
      PullRequestRefs refs,
      Rescoping rescoping) {
    this.rows = rows;
    this.writer = writer;
    this.commits = commits;
    this.reviewers = reviewers;
    this.tasks = tasks;
    this.refs = refs;
    this.rescoping = rescoping;
  }

  /**
   * Opens a pull request.
   *
   * @throws DuplicatePullRequestException if a pull request of the same branches is open
   * @throws RefusedException if a branch does not exist, there is nothing to merge, the branches
   *     are the same or unrelated, or a reviewer cannot review it
   */
  public PullRequest create(NewPullRequest request, Caller caller) throws IOException {
    User author = PullRequestRules.user(caller);
    PullRequestRules.refuseArchived(request.target());
    Branch from = commits.branch(request.source(), request.fromRef());
    Branch to = commits.branch(request.target(), request.toRef());
    refuseUnrelated(request, from, to);
    refuseDuplicate(from, to);
    List<User> invited = reviewers.find(request.target(), author.id(), request.reviewers());
    List<String> brought = commits.require(request.target(), from, to);
    PullRequestWriter.Opening opening =
        new PullRequestWriter.Opening(
            from,
            to,
            request.about(),
            caller,
            invited,
            brought,
            tasks.of(request.target(), from, to));
    try (FairKeyedLock.Held _ = locks.lock(request.target().id());
        MergePlace place =
            refs.bring(request.target(), from, List.of(to.commit()), caller.name())) {
      PullRequest opened = create(request.target(), opening, place);
      rescoping.recheckTips(opened);
      return rows.find(request.target().id(), opened.number()).orElse(opened);
    } catch (DataIntegrityViolationException e) {
      refuseDuplicate(from, to);
      throw e;
    }
  }

  private PullRequest create(
      Repository target, PullRequestWriter.Opening opening, @Nullable MergePlace place)
      throws IOException {
    for (int tries = 1; ; tries++) {
      long number = writer.nextNumber(target);
      AtomicReference<PullRequest> made = new AtomicReference<>();
      RefChange change =
          refs.creation(target.id(), number, ObjectId.fromString(opening.from().commit()));
      try {
        RefUpdates.InTransaction insert = _ -> made.set(open(target, number, opening));
        refs.move(target, List.of(change), place, insert);
        return made.get();
      } catch (PullRequestWriter.NumberTakenException | PullRequestRefs.MovedMeanwhileException e) {
        if (tries == MAX_TRIES) {
          throw new ConflictException(
              Conflict.INTEGRITY,
              "So many pull requests are opened in %s at this moment that this one was not. Try again."
                  .formatted(target.path()));
        }
      }
    }
  }

  private PullRequest open(Repository target, long number, PullRequestWriter.Opening opening) {
    PullRequest opened = writer.open(target, number, opening);
    tasks.write(target, opened, opening.tasks(), opening.author());
    return opened;
  }

  private void refuseDuplicate(Branch from, Branch to) {
    rows.findOpen(from, to)
        .ifPresent(existing -> {
          throw new DuplicatePullRequestException(existing);
        });
  }

  private static void refuseUnrelated(NewPullRequest request, Branch from, Branch to) {
    if (!request.source().hierarchyId().equals(request.target().hierarchyId())) {
      throw new ConflictException(
          Conflict.PULL_REQUEST_TARGET,
          "The repositories %s and %s are not forks of each other."
              .formatted(request.source().path(), request.target().path()));
    }
    if (request.source().id() == request.target().id() && from.refName().equals(to.refName())) {
      throw new ConflictException(
          Conflict.PULL_REQUEST_TARGET,
          "The source and the target are the same branch, %s of %s."
              .formatted(to.displayId(), request.target().path()));
    }
  }

  /**
   * A pull request to be opened.
   *
   * @param source the source repository, which the author may read
   * @param fromRef full or short name of the source branch
   * @param toRef full or short name of the target branch
   * @param reviewers names of users
   */
  public record NewPullRequest(
      Repository source,
      String fromRef,
      Repository target,
      String toRef,
      Description about,
      List<String> reviewers) {}
}
