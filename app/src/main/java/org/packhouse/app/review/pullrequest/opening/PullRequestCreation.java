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
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.DuplicatePullRequestException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.Reviewers;
import org.packhouse.app.review.pullrequest.rescope.Rescoping;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/**
 * Opens pull requests; asks no permission.
 *
 * <p>Its rows are written in the transaction that makes {@code refs/pull-requests/N/from}, so that
 * neither is there without the other, and numbers have no gaps: whoever takes a number holds the
 * repository's lock. Those of one node wait in line, so that they do not try for the same number;
 * of two nodes the later one takes the next.
 */
@Service
public class PullRequestCreation {

  private static final int MAX_TRIES = 20;

  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final PullRequestWriter writer;
  private final BranchCommits commits;
  private final Asked asked;
  private final PullRequestRefs refs;
  private final Rescoping rescoping;
  private final FairKeyedLock<Long> locks = new FairKeyedLock<>();

  PullRequestCreation(
      PullRequestRows rows,
      PullRequestRecords records,
      PullRequestWriter writer,
      BranchCommits commits,
      Asked asked,
      PullRequestRefs refs,
      Rescoping rescoping) {
    this.rows = rows;
    this.records = records;
    this.writer = writer;
    this.commits = commits;
    this.asked = asked;
    this.refs = refs;
    this.rescoping = rescoping;
  }

  /** Finds who shall review a pull request, and what shall be done before it is merged. */
  @Component
  record Asked(Reviewers reviewers, OpeningTasks tasks) {}

  /** Somebody else has taken the number. */
  private static final class NumberTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Opens a pull request.
   *
   * @throws DuplicatePullRequestException if one of the same branches is open
   * @throws RefusedException if a branch is not there, 409 if there is nothing to merge, the
   *     branches are the same or unrelated, or somebody cannot review it
   * @throws NotPermittedException if the caller is no user
   */
  public PullRequest create(NewPullRequest wanted, Caller caller) throws IOException {
    User author = PullRequestRules.user(caller);
    PullRequestRules.refuseArchived(wanted.target());
    Branch from = commits.branch(wanted.source(), wanted.fromRef());
    Branch to = commits.branch(wanted.target(), wanted.toRef());
    refuseUnrelated(wanted, from, to);
    refuseDuplicate(from, to);
    List<User> reviewers = asked.reviewers().find(wanted.target(), author.id(), wanted.reviewers());
    List<String> brought = commits.require(wanted.target(), from, to);
    PullRequestWriter.Opening opening =
        new PullRequestWriter.Opening(
            from,
            to,
            wanted.about(),
            caller,
            reviewers,
            brought,
            asked.tasks().of(wanted.target(), from, to));
    try (FairKeyedLock.Held _ = locks.lock(wanted.target().id());
        MergePlace place = refs.bring(wanted.target(), from, List.of(to.commit()), caller.name())) {
      PullRequest opened = create(wanted.target(), opening, place);
      rescoping.lookAgain(opened);
      return rows.find(wanted.target().id(), opened.number()).orElse(opened);
    } catch (DataIntegrityViolationException e) {
      refuseDuplicate(from, to);
      throw e;
    }
  }

  private PullRequest create(
      Repository target, PullRequestWriter.Opening opening, @Nullable MergePlace place)
      throws IOException {
    for (int tries = 1; ; tries++) {
      long number = records.nextNumber(target.id());
      AtomicReference<PullRequest> made = new AtomicReference<>();
      RefChange change =
          refs.fresh(target.id(), number, ObjectId.fromString(opening.from().commit()));
      try {
        RefUpdates.InTransaction rowsOfIt = _ -> made.set(open(target, number, opening));
        refs.move(target, List.of(change), place, rowsOfIt);
        return made.get();
      } catch (NumberTakenException | PullRequestRefs.MovedMeanwhileException e) {
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
    if (!records.takeNumber(target.id(), number)) {
      throw new NumberTakenException();
    }
    PullRequest opened = writer.open(number, opening);
    asked.tasks().write(target, opened, opening.tasks(), opening.author());
    return opened;
  }

  private void refuseDuplicate(Branch from, Branch to) {
    rows.findOpen(from, to)
        .ifPresent(existing -> {
          throw new DuplicatePullRequestException(existing);
        });
  }

  private static void refuseUnrelated(NewPullRequest wanted, Branch from, Branch to) {
    if (!wanted.source().hierarchyId().equals(wanted.target().hierarchyId())) {
      throw new ConflictException(
          Conflict.PULL_REQUEST_TARGET,
          "The repositories %s and %s are not forks of each other."
              .formatted(wanted.source().path(), wanted.target().path()));
    }
    if (wanted.source().id() == wanted.target().id() && from.refName().equals(to.refName())) {
      throw new ConflictException(
          Conflict.PULL_REQUEST_TARGET,
          "The source and the target are the same branch, %s of %s."
              .formatted(to.displayId(), wanted.target().path()));
    }
  }
}
