package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestActivities;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * Tells open pages of a pull request whether there are new activities of others. Visible pages
 * poll, because an event stream would hold a connection for each tab of each reader.
 */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class NewsPages {

  private final PullRequestActivities activities;

  NewsPages(PullRequestActivities activities) {
    this.activities = activities;
  }

  @GetMapping("/news")
  @ResponseBody
  PullRequestActivities.News news(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam(required = false) @Nullable Long since) {
    User reader = view.caller().user();
    return activities.news(pullRequest, since, reader == null ? null : reader.id());
  }
}
