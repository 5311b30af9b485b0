package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.comment.PendingReviews;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows, finishes and discards the reader's unfinished review of a pull request. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}/pending-review",
  "/users/{user}/repos/{slug}/pull-requests/{number}/pending-review"
})
record ReviewPages(PullRequestHeads heads, Overview overview, PendingReviews reviews) {

  @GetMapping
  String show(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest before, Model model) {
    PullRequestHead head = heads.show(view, before, "overview", model);
    model.addAttribute("review", new Bar(reviews.of(head.it(), view.caller().user()).size()));
    return "pullrequest/parts :: reviewBar";
  }

  @PostMapping("/finish")
  String finish(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam(required = false) @Nullable String text,
      @RequestParam(required = false) @Nullable String status,
      @RequestParam(required = false) @Nullable String commit,
      Model model,
      FormSubmission submission)
      throws IOException {
    ReviewStatus chosen = status == null || status.isEmpty() ? null : ReviewStatus.valueOf(status);
    PendingReviews.Finish finish = new PendingReviews.Finish(text, chosen, commit);
    return overview.change(
        view,
        before,
        () -> reviews.finish(view.repository(), before, finish, view.caller()),
        model,
        submission);
  }

  @PostMapping("/discard")
  String discard(@Requires(Permission.REPO_READ) RepositoryView view, PullRequest before) {
    reviews.discard(before, view.caller());
    return "redirect:" + PullRequestLists.url(view.repository(), before.number());
  }

  /** The number of comments in the reader's unfinished review. */
  record Bar(int pending) {

    public String words() {
      return pending == 1 ? "1 pending comment" : pending + " pending comments";
    }
  }
}
