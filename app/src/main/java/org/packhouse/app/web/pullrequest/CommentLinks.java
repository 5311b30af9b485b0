package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Redirects from the URL of a comment to the page of activities that contains it. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class CommentLinks {

  private final ActivityFeed feed;

  CommentLinks(ActivityFeed feed) {
    this.feed = feed;
  }

  @GetMapping(
      path = {"", "/overview"},
      params = "commentId")
  String find(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam long commentId,
      RedirectAttributes redirect) {
    String page =
        "redirect:" + PullRequestLists.url(view.repository(), pullRequest.number()) + "/overview";
    return feed.placeOf(pullRequest, commentId)
        .map(place -> page + from(place.last()) + "#comment-" + commentId)
        .orElseGet(() -> {
          redirect.addFlashAttribute(
              "saved", "The comment %d is not there any more.".formatted(commentId));
          return page;
        });
  }

  private static String from(@Nullable Long last) {
    return last == null ? "" : "?last=" + last;
  }
}
