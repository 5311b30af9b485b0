package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the activities of a pull request, the latest first. */
@RestController
class ActivityController {

  private final ActivityRows rows;
  private final ActivityViews views;

  ActivityController(ActivityRows rows, ActivityViews views) {
    this.rows = rows;
    this.views = views;
  }

  private enum Type {
    ACTIVITY,
    COMMENT
  }

  /** Lists activities from an activity or comment on. */
  @GetMapping(
      RestPaths.API
          + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/activities")
  Page<ActivityView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Long fromId,
      @RequestParam(required = false) @Nullable String fromType,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
    Page<Activity> found =
        Page.ofOneMore(
            page, rows.page(pullRequest.id(), last(pullRequest, fromId, fromType), page));
    return found.with(views.of(found.values(), repository, pullRequest, caller));
  }

  private @Nullable Long last(
      PullRequest pullRequest, @Nullable Long fromId, @Nullable String fromType) {
    if (fromId == null) {
      return null;
    }
    if (fromType == null || fromType.isEmpty()) {
      throw new InvalidFieldException(
          "fromType", "The parameter fromType is required with fromId: ACTIVITY or COMMENT.");
    }
    if (PullRequestBodies.constant("fromType", fromType, Type.class) == Type.ACTIVITY) {
      return fromId;
    }
    OptionalLong activity = rows.ofComment(pullRequest.id(), fromId);
    return activity.isPresent() ? activity.getAsLong() : null;
  }
}
