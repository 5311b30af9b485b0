package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.springframework.stereotype.Service;

/**
 * Edits, declines, reopens and deletes pull requests. The author and writers of the target may;
 * only the author and administrators of the target may delete.
 */
@Service
public class PullRequestLifecycle {

  private final PullRequestRows rows;
  private final LifecycleWriter writer;
  private final BranchCommits commits;
  private final Reviewers reviewers;
  private final SourceRepositories sources;
  private final Permissions permissions;
  private final Clock clock;

  PullRequestLifecycle(
      PullRequestRows rows,
      LifecycleWriter writer,
      BranchCommits commits,
      Reviewers reviewers,
      SourceRepositories sources,
      Permissions permissions,
      Clock clock) {
    this.rows = rows;
    this.writer = writer;
    this.commits = commits;
    this.reviewers = reviewers;
    this.sources = sources;
    this.permissions = permissions;
    this.clock = clock;
  }

  /**
   * Edits a pull request.
   *
   * @throws DuplicatePullRequestException if another pull request of the same branches is open
   * @throws RefusedException if a value breaks a rule, the pull request is merged or was changed
   *     meanwhile, or a reviewer cannot review it
   */
  public PullRequest update(
      Repository target, PullRequest before, PullRequestEdit edit, Caller caller)
      throws IOException {
    User user = requireEditor(target, before, caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireVersion(before, edit.version());
    if (before.state() == PullRequestState.MERGED) {
      PullRequestRules.requireOpen(before);
    }
    Description about =
        PullRequestRules.description(
            edit.title() == null ? before.about().title() : edit.title(),
            edit.text() == null ? before.about().text() : edit.text(),
            edit.draft() == null ? before.about().draft() : edit.draft());
    Branch to = edit.toRef() == null ? before.to() : retarget(target, before, edit.toRef());
    List<User> named =
        edit.reviewers() == null
            ? null
            : reviewers.find(target, before.authorId(), edit.reviewers());
    List<String> brought =
        to.equals(before.to()) ? null : commits.require(target, source(target, before), to);
    LifecycleWriter.CheckedEdit checked =
        new LifecycleWriter.CheckedEdit(about, to, named, brought);
    return writer.run(before, edit.version(), to, () -> writer.update(before, checked, by(user)));
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

  // The target repository holds the commits under refs/pull-requests, whatever became of the
  // source.
  private static Branch source(Repository target, PullRequest pullRequest) {
    return new Branch(target.id(), pullRequest.from().refName(), pullRequest.from().commit());
  }

  /**
   * Closes a pull request without merging it.
   *
   * @param version the version that the caller has read
   * @throws RefusedException if the pull request is closed, or was changed meanwhile
   */
  public PullRequest decline(Repository target, PullRequest before, int version, Caller caller)
      throws IOException {
    User user = requireEditor(target, before, caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(before);
    PullRequestRules.requireVersion(before, version);
    return writer.run(before, version, before.to(), () -> writer.decline(before, by(user)));
  }

  /**
   * Reopens a declined pull request with the present tips of its branches.
   *
   * @param version the version that the caller has read
   * @throws DuplicatePullRequestException if another pull request of the same branches is open
   * @throws RefusedException if a branch is gone, the pull request is not declined or was changed
   *     meanwhile, or there is nothing to merge
   */
  public PullRequest reopen(Repository target, PullRequest before, int version, Caller caller)
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
    Optional<Repository> source = sources.readable(before, caller);
    if (source.isEmpty()) {
      throw PullRequestRules.illegalState(
          "The repository that this pull request came from is not there any more, or not for you.");
    }
    Branch from = commits.branch(source.get(), before.from().refName());
    Branch to = commits.branch(target, before.to().refName());
    rows.findOpen(from, to)
        .ifPresent(existing -> {
          throw new DuplicatePullRequestException(existing);
        });
    List<String> brought = commits.require(target, from, to);
    LifecycleWriter.Tips tips = new LifecycleWriter.Tips(from, to, brought);
    return writer.run(before, version, to, () -> writer.reopen(target, before, tips, by(user)));
  }

  /**
   * Deletes a pull request with its comments and activities. A merged one cannot be deleted,
   * because it documents where commits of the target come from.
   *
   * @param version the version that the caller has read
   * @throws RefusedException if the pull request is merged, or was changed meanwhile
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
    writer.run(before, version, before.to(), () -> writer.delete(target, before));
  }

  private LifecycleWriter.Attribution by(User user) {
    return new LifecycleWriter.Attribution(
        user.id(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  User requireEditor(Repository target, PullRequest pullRequest, Caller caller) {
    User user = PullRequestRules.user(caller);
    if (!mayEdit(target, pullRequest, caller)) {
      throw PullRequestRules.refused(
          "Only the author of a pull request and who may write to %s change it."
              .formatted(target.path()));
    }
    return user;
  }

  /** Returns whether the caller may edit, decline and reopen a pull request. */
  public boolean mayEdit(Repository target, PullRequest pullRequest, Caller caller) {
    User user = caller.user();
    return user != null
        && (user.id() == pullRequest.authorId()
            || permissions.test(caller, new RepositoryId(target.id()), Permission.REPO_WRITE));
  }
}
