package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.springframework.stereotype.Service;

/**
 * Edits, declines, reopens and deletes pull requests. Their author may, and who may write to the
 * repository that they target; only its administrators and their author delete.
 */
@Service
public class PullRequestChanges {

  private final PullRequestRows rows;
  private final PullRequestEdits edits;
  private final BranchCommits commits;
  private final Reviewers reviewers;
  private final Permissions permissions;
  private final Clock clock;

  PullRequestChanges(
      PullRequestRows rows,
      PullRequestEdits edits,
      BranchCommits commits,
      Reviewers reviewers,
      Permissions permissions,
      Clock clock) {
    this.rows = rows;
    this.edits = edits;
    this.commits = commits;
    this.reviewers = reviewers;
    this.permissions = permissions;
    this.clock = clock;
  }

  /**
   * Edits a pull request.
   *
   * @throws DuplicatePullRequestException if another one of the same branches is open
   * @throws RefusedException if a value breaks a rule, 409 if somebody else has changed it, it is
   *     merged, or somebody cannot review it
   * @throws NotPermittedException if the caller may not
   */
  public PullRequest update(
      Repository target, PullRequest before, PullRequestChange change, Caller caller)
      throws IOException {
    User user = requireEditor(target, before, caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireVersion(before, change.version());
    if (before.state() == PullRequestState.MERGED) {
      PullRequestRules.requireOpen(before);
    }
    Description about =
        PullRequestRules.description(
            change.title() == null ? before.about().title() : change.title(),
            change.text() == null ? before.about().text() : change.text(),
            change.draft() == null ? before.about().draft() : change.draft());
    Branch to = change.toRef() == null ? before.to() : retarget(target, before, change.toRef());
    List<User> asked =
        change.reviewers() == null
            ? null
            : reviewers.find(target, before.authorId(), change.reviewers());
    List<String> brought =
        to.equals(before.to()) ? null : commits.require(target, source(target, before), to);
    PullRequestEdits.Edit edit = new PullRequestEdits.Edit(about, to, asked, brought);
    return edits.run(before, change.version(), to, () -> edits.update(before, edit, by(user)));
  }

  private Branch retarget(Repository target, PullRequest before, String name) throws IOException {
    String refName = PullRequestRules.fullName("toRef.id", name);
    if (refName.equals(before.to().refName())) {
      return before.to();
    }
    Branch to = commits.branch(target, refName);
    if (before.isOpen()) {
      rows.findOpen(before.from(), to)
          .ifPresent(existing -> {
            throw new DuplicatePullRequestException(existing);
          });
    }
    return to;
  }

  /** What it brings is in the target, whatever became of the branch that it came from. */
  private static Branch source(Repository target, PullRequest pullRequest) {
    return new Branch(target.id(), pullRequest.from().refName(), pullRequest.from().commit());
  }

  /**
   * Closes a pull request without merging it.
   *
   * @param version the one that the caller knows
   * @throws RefusedException if it is closed, or somebody else has changed it
   * @throws NotPermittedException if the caller may not
   */
  public PullRequest decline(Repository target, PullRequest before, int version, Caller caller)
      throws IOException {
    User user = requireEditor(target, before, caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(before);
    PullRequestRules.requireVersion(before, version);
    return edits.run(before, version, before.to(), () -> edits.decline(before, by(user)));
  }

  /**
   * Opens a pull request again that was declined, with its branches as they are now.
   *
   * @param version the one that the caller knows
   * @throws DuplicatePullRequestException if another one of the same branches is open
   * @throws RefusedException if a branch is gone, 409 if it is open or merged, there is nothing to
   *     merge, or somebody else has changed it
   * @throws NotPermittedException if the caller may not
   */
  public PullRequest reopen(
      Repository target,
      PullRequest before,
      @Nullable Repository source,
      int version,
      Caller caller)
      throws IOException {
    User user = requireEditor(target, before, caller);
    PullRequestRules.refuseArchived(target);
    if (before.state() != PullRequestState.DECLINED) {
      throw PullRequestRules.illegalState(
          before.isOpen()
              ? "This pull request is already open."
              : "This pull request has already been merged.");
    }
    PullRequestRules.requireVersion(before, version);
    if (source == null) {
      throw PullRequestRules.illegalState(
          "The repository that this pull request came from is not there any more, or not for you.");
    }
    Branch from = commits.branch(source, before.from().refName());
    Branch to = commits.branch(target, before.to().refName());
    rows.findOpen(from, to)
        .ifPresent(existing -> {
          throw new DuplicatePullRequestException(existing);
        });
    List<String> brought = commits.require(target, from, to);
    PullRequestEdits.Tips tips = new PullRequestEdits.Tips(from, to, brought);
    return edits.run(before, version, to, () -> edits.reopen(target, before, tips, by(user)));
  }

  /**
   * Removes a pull request with all that was said of it. One that was merged stays: it says how its
   * commits came to be where they are.
   *
   * @param version the one that the caller knows
   * @throws RefusedException if it is merged, or somebody else has changed it
   * @throws NotPermittedException if the caller may not
   */
  public void delete(Repository target, PullRequest before, int version, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    if (user.id() != before.authorId()
        && !permissions.test(caller, new RepositoryId(target.id()), Permission.REPO_ADMIN)) {
      throw PullRequestRules.refused(
          "Only the author of a pull request and administrators of %s delete it."
              .formatted(target.path()));
    }
    PullRequestRules.refuseArchived(target);
    if (before.state() == PullRequestState.MERGED) {
      throw PullRequestRules.illegalState(
          "This pull request has already been merged and cannot be deleted.");
    }
    PullRequestRules.requireVersion(before, version);
    edits.run(before, version, before.to(), () -> edits.delete(target, before));
  }

  private PullRequestEdits.By by(User user) {
    return new PullRequestEdits.By(user.id(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /** Refuses those who may not edit it. */
  User requireEditor(Repository target, PullRequest pullRequest, Caller caller) {
    User user = PullRequestRules.user(caller);
    if (!mayEdit(target, pullRequest, caller)) {
      throw PullRequestRules.refused(
          "Only the author of a pull request and who may write to %s change it."
              .formatted(target.path()));
    }
    return user;
  }

  /** Whether the caller may edit, decline and reopen it. */
  public boolean mayEdit(Repository target, PullRequest pullRequest, Caller caller) {
    User user = caller.user();
    return user != null
        && (user.id() == pullRequest.authorId()
            || permissions.test(caller, new RepositoryId(target.id()), Permission.REPO_WRITE));
  }
}
