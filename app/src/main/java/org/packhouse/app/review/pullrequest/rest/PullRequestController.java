package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.DuplicatePullRequestException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestLifecycle;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.opening.PullRequestCreation;
import org.packhouse.app.review.pullrequest.opening.PullRequestCreation.NewPullRequest;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.Body;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.RefBody;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.RepositoryBody;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.VersionBody;
import org.packhouse.app.review.pullrequest.trial.TrialTasks;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: opening, reading, editing and closing pull requests. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests")
class PullRequestController {

  private final PullRequestCreation creation;
  private final PullRequestLifecycle lifecycle;
  private final PullRequestViews views;
  private final ResourceAccess access;
  private final TrialTasks trials;

  PullRequestController(
      PullRequestCreation creation,
      PullRequestLifecycle lifecycle,
      PullRequestViews views,
      ResourceAccess access,
      TrialTasks trials) {
    this.creation = creation;
    this.lifecycle = lifecycle;
    this.views = views;
    this.access = access;
    this.trials = trials;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  PullRequestView create(
      @Requires(Permission.REPO_READ) Repository repository, Caller caller, @RequestBody Body body)
      throws IOException {
    RefBody from = body.fromRef();
    RefBody to = body.toRef();
    String fromRef = PullRequestRules.fullName("fromRef.id", from == null ? null : from.id());
    String toRef = PullRequestRules.fullName("toRef.id", to == null ? null : to.id());
    Repository target = repository(to, repository, caller);
    if (target.id() != repository.id()) {
      throw new InvalidFieldException(
          "toRef.repository",
          "The target must be the repository of the address, %s, not %s."
              .formatted(repository.path(), target.path()));
    }
    NewPullRequest request =
        new NewPullRequest(
            repository(from, repository, caller),
            fromRef,
            repository,
            toRef,
            PullRequestRules.description(
                body.title(), body.description(), Boolean.TRUE.equals(body.draft())),
            body.reviewerNames());
    return show(repository, () -> creation.create(request, caller));
  }

  private Repository repository(@Nullable RefBody ref, Repository usual, Caller caller) {
    RepositoryBody named = ref == null ? null : ref.repository();
    if (named == null) {
      return usual;
    }
    if (named.slug() != null && named.project() != null && named.project().key() != null) {
      return access.repository(caller, named.project().key(), named.slug(), Permission.REPO_READ);
    }
    if (named.id() != null) {
      return access.repository(caller, named.id(), Permission.REPO_READ);
    }
    throw new InvalidFieldException(
        "fromRef.repository", "A repository is named by slug and project.key, or by id.");
  }

  @GetMapping("/{pullRequestId}")
  PullRequestView get(
      @Requires(Permission.REPO_READ) Repository repository, PullRequest pullRequest) {
    trials.seen(pullRequest);
    return views.of(pullRequest, repository);
  }

  @PutMapping("/{pullRequestId}")
  PullRequestView update(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestBody Body body,
      PullRequest before)
      throws IOException {
    return show(repository, () -> lifecycle.update(repository, before, body.edit(), caller));
  }

  @PostMapping("/{pullRequestId}/decline")
  PullRequestView decline(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody(required = false) @Nullable VersionBody body,
      PullRequest before)
      throws IOException {
    int known = VersionBody.of(body, version);
    return show(repository, () -> lifecycle.decline(repository, before, known, caller));
  }

  @PostMapping("/{pullRequestId}/reopen")
  PullRequestView reopen(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody(required = false) @Nullable VersionBody body,
      PullRequest before)
      throws IOException {
    int known = VersionBody.of(body, version);
    return show(repository, () -> lifecycle.reopen(repository, before, known, caller));
  }

  @DeleteMapping("/{pullRequestId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody(required = false) @Nullable VersionBody body,
      PullRequest before)
      throws IOException {
    lifecycle.delete(repository, before, VersionBody.of(body, version), caller);
  }

  private interface Change {
    PullRequest make() throws IOException;
  }

  private PullRequestView show(Repository repository, Change change) throws IOException {
    try {
      return views.of(change.make(), repository);
    } catch (DuplicatePullRequestException e) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          List.of(
              RestError.of(
                  String.valueOf(e.getMessage()),
                  ExceptionName.DUPLICATE_PULL_REQUEST,
                  Map.of("existingPullRequest", views.of(e.existing(), repository)))));
    }
  }
}
