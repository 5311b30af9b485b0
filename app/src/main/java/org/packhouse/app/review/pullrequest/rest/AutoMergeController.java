package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeRows.AutoMerge;
import org.packhouse.app.review.pullrequest.automatic.AutoMerges;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: pull requests that are merged as soon as nothing stands against it. */
@RestController
@RequestMapping(
    RestPaths.API
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/auto-merge")
class AutoMergeController {

  private final PullRequests pullRequests;
  private final AutoMerges merges;
  private final PullRequestViews views;

  AutoMergeController(PullRequests pullRequests, AutoMerges merges, PullRequestViews views) {
    this.pullRequests = pullRequests;
    this.merges = merges;
    this.views = views;
  }

  /** A wish that waits. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AutoMergeView(
      boolean autoSubject,
      Instant createdDate,
      String fromHash,
      @Nullable String message,
      @Nullable String strategyId,
      String toRefId) {

    static AutoMergeView of(AutoMerge wish) {
      MergeStrategy strategy = wish.wanted().strategy();
      return new AutoMergeView(
          wish.wanted().autoSubject(),
          wish.created(),
          wish.fromCommit(),
          wish.wanted().message(),
          strategy == null ? null : strategy.id(),
          wish.toRef());
    }
  }

  record ProcessedView(AutoMerges.Outcome autoMergeProcessingStatus, PullRequestView pullRequest) {}

  @GetMapping
  AutoMergeView get(@Requires(Permission.REPO_READ) PullRequest pullRequest) {
    return merges.find(pullRequest).map(AutoMergeView::of).orElseThrow(() -> none(pullRequest));
  }

  /** Looks now whether it can be merged. */
  @PostMapping
  ProcessedView process(
      @Requires(Permission.REPO_WRITE) Repository repository, PullRequest pullRequest)
      throws IOException {
    AutoMerges.Outcome outcome = merges.process(repository, pullRequest);
    return new ProcessedView(
        outcome, views.of(pullRequests.require(repository, pullRequest.number()), repository));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@Requires(Permission.REPO_WRITE) PullRequest pullRequest) {
    if (!merges.cancel(pullRequest)) {
      throw none(pullRequest);
    }
  }

  private RefusedException none(PullRequest pullRequest) {
    Optional<String> reason = merges.givenUp(pullRequest);
    return new NoSuchException(
        Thing.ENTITY,
        reason
            .map(it ->
                "Pull request %d is not merged by itself any more, because all tries failed; the last one said: %s"
                    .formatted(pullRequest.number(), it))
            .orElseGet(() ->
                "Nobody has asked for pull request %d to be merged by itself."
                    .formatted(pullRequest.number())));
  }
}
