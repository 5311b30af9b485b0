package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Leads from the address of a comment to the part of the activity that has it, however old. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class CommentLinks {

  private final PullRequestHeads heads;
  private final ActivityFeed feed;

  CommentLinks(PullRequestHeads heads, ActivityFeed feed) {
    this.heads = heads;
    this.feed = feed;
  }

  @GetMapping(
      path = {"", "/overview"},
      params = "commentId")
  String find(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam long commentId,
      RedirectAttributes redirect) {
    PullRequest pullRequest = heads.find(view, number);
    String page = "redirect:" + PullRequestLists.url(view.repository(), number) + "/overview";
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
