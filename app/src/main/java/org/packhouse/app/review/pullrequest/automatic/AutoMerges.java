package org.packhouse.app.review.pullrequest.automatic;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.VetoedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeRows.AutoMerge;
import org.packhouse.app.review.pullrequest.merge.MergeRequest;
import org.packhouse.app.review.pullrequest.merge.PullRequestMerges;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/**
 * Merges pull requests at users' request as soon as nothing vetoes it. A request is for one commit:
 * a push to the source voids it. When the merge is made, the user must still be permitted to make
 * it; permissions are not checked before.
 */
@Service
public class AutoMerges {

  private static final Logger LOG = LoggerFactory.getLogger(AutoMerges.class);

  /** Consecutive failures after which a request is given up: some six hours. */
  public static final int MAX_FAILURES = 12;

  private final AutoMergeRows rows;
  private final PullRequestMerges merges;
  private final PullRequestRows pullRequests;
  private final SourceRepositories sources;
  private final People people;
  private final AutoMergeSwitchRows switches;
  private final Clock clock;

  AutoMerges(
      AutoMergeRows rows,
      PullRequestMerges merges,
      PullRequestRows pullRequests,
      SourceRepositories sources,
      People people,
      AutoMergeSwitchRows switches,
      Clock clock) {
    this.rows = rows;
    this.merges = merges;
    this.pullRequests = pullRequests;
    this.sources = sources;
    this.people = people;
    this.switches = switches;
    this.clock = clock;
  }

  /** The outcome of an attempt, in the dialect's words. */
  public enum Outcome {
    /** There is no request, or its user may no longer merge. */
    CANCELLED,
    VETOED,
    /** The branches have changed; the request is void. */
    STALE,
    MERGED,
    /** The attempt failed for now and is repeated later. */
    LOCK_FAILURE
  }

  /** Finds the users of requests and what they may do. */
  @Component
  record People(Users users, Permissions permissions, PermissionStamp stamp) {}

  /** Returns the request for a pull request as it is now. */
  public Optional<AutoMerge> find(PullRequest pullRequest) {
    return rows.find(pullRequest.id()).filter(it -> it.isOf(pullRequest));
  }

  /** A request as people see it, with the user's display name. */
  public record RequestedMerge(String user, Instant created) {}

  public Optional<RequestedMerge> requested(PullRequest pullRequest) {
    return find(pullRequest)
        .map(it ->
            new RequestedMerge(
                people.users().findById(it.userId()).map(User::displayName).orElse("Somebody"),
                it.created()));
  }

  public boolean isOn(Repository target) {
    return switches.of(new Resource(target.project(), target)).enabled();
  }

  /** Returns why the last request was given up, unless there is a new one. */
  public Optional<String> givenUp(PullRequest pullRequest) {
    return rows.givenUp(pullRequest.id(), pullRequest.from().commit());
  }

  /**
   * Merges a pull request, or stores the request if a check vetoes it now.
   *
   * @throws RefusedException if the merge fails for another reason, or auto-merge is switched off
   * @throws NotPermittedException if the caller is no user
   */
  public PullRequest merge(
      Repository target, PullRequest before, MergeRequest wanted, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    if (!isOn(target)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "Auto-merge is switched off for %s: merge without it.".formatted(target.path()));
    }
    try {
      PullRequest merged = merges.merge(target, before, wanted, caller);
      rows.delete(before.id());
      return merged;
    } catch (VetoedException e) {
      PullRequest now = pullRequests.find(target.id(), before.number()).orElse(before);
      rows.set(
          new AutoMerge(
              now.id(),
              user.id(),
              before.from().commit(),
              before.to().refName(),
              wanted,
              clock.instant().truncatedTo(ChronoUnit.MILLIS)));
      return now;
    }
  }

  /** Withdraws a request; returns false if there is none. */
  public boolean cancel(PullRequest pullRequest) {
    return rows.delete(pullRequest.id());
  }

  /** Merges a pull request if that is requested and nothing vetoes it. */
  public Outcome process(Repository target, PullRequest pullRequest) throws IOException {
    Optional<AutoMerge> found = rows.find(pullRequest.id());
    if (found.isEmpty()) {
      return Outcome.CANCELLED;
    }
    AutoMerge request = found.get();
    if (!isOn(target)) {
      rows.delete(pullRequest.id());
      return Outcome.CANCELLED;
    }
    if (!request.isOf(pullRequest)) {
      rows.delete(pullRequest.id());
      return Outcome.STALE;
    }
    Optional<User> user = people.users().findById(request.userId()).filter(User::active);
    Optional<Caller> caller =
        user.map(it -> new Caller.SignedIn(it, null, people.stamp().current()));
    if (caller.isEmpty() || !mayMerge(target, pullRequest, request, caller.get())) {
      rows.delete(pullRequest.id());
      return Outcome.CANCELLED;
    }
    return attempt(target, pullRequest, request.wanted(), caller.get());
  }

  private boolean mayMerge(
      Repository target, PullRequest pullRequest, AutoMerge request, Caller caller) {
    if (!people.permissions().test(caller, new RepositoryId(target.id()), Permission.REPO_WRITE)) {
      return false;
    }
    try {
      if (request.wanted().deleteSource()) {
        sources.requireWriter(pullRequest, caller);
      }
      return true;
    } catch (NotPermittedException e) {
      return false;
    }
  }

  private Outcome attempt(
      Repository target, PullRequest pullRequest, MergeRequest wanted, Caller caller)
      throws IOException {
    MergeRequest now =
        new MergeRequest(
            pullRequest.version(),
            wanted.strategy(),
            wanted.message(),
            wanted.autoSubject(),
            wanted.deleteSource());
    try {
      merges.merge(target, pullRequest, now, caller);
      rows.delete(pullRequest.id());
      return Outcome.MERGED;
    } catch (VetoedException e) {
      rows.vetoed(pullRequest.id());
      return Outcome.VETOED;
    } catch (NotPermittedException e) {
      throw e;
    } catch (RefusedException e) {
      return failed(pullRequest, e.sentence());
    }
  }

  /** Counts a failure; the last one ends the request with its reason. */
  private Outcome failed(PullRequest pullRequest, String reason) {
    if (rows.failed(pullRequest.id()) < MAX_FAILURES) {
      return Outcome.LOCK_FAILURE;
    }
    LOG.warn(
        "Gave up the requested merge of pull request {} of repository {}: {}",
        pullRequest.number(),
        pullRequest.repositoryId(),
        reason);
    rows.giveUp(pullRequest.id(), reason);
    return Outcome.CANCELLED;
  }
}
