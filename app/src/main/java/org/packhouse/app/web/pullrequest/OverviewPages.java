package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestActivities;
import org.packhouse.app.review.pullrequest.PullRequestLifecycle;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.Reviews;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** The overview of a pull request, and the actions of its buttons. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
record OverviewPages(
    Overview overview,
    ActivityFeed feed,
    PullRequestActivities activities,
    PullRequestHeads heads,
    PullRequestLifecycle lifecycle,
    Reviews reviews,
    PullRequestWatches watches) {

  @GetMapping({"", "/overview"})
  String show(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam(required = false) @Nullable Long last,
      Model model)
      throws IOException {
    return overview.show(view, pullRequest, last, model);
  }

  /** Redirects to the page of activities that contains a comment. */
  @GetMapping(
      path = {"", "/overview"},
      params = "commentId")
  String find(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam long commentId,
      FormSubmission submission) {
    String page = PullRequestLists.url(view.repository(), pullRequest.number()) + "/overview";
    ActivityFeed.Place place = feed.placeOf(pullRequest, commentId).orElse(null);
    return place == null
        ? submission.saved(page, "The comment %d is not there any more.".formatted(commentId))
        : "redirect:%s%s#comment-%d"
            .formatted(page, place.last() == null ? "" : "?last=" + place.last(), commentId);
  }

  /**
   * Tells an open page whether there are new activities of others. Visible pages poll, because an
   * event stream would hold a connection for each tab of each reader.
   */
  @GetMapping("/news")
  @ResponseBody
  PullRequestActivities.News news(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam(required = false) @Nullable Long since) {
    User reader = view.caller().user();
    return activities.news(pullRequest, since, reader == null ? null : reader.id());
  }

  @PostMapping("/review")
  String review(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam ReviewStatus status,
      @RequestParam(required = false) @Nullable String commit,
      Model model,
      FormSubmission submission)
      throws IOException {
    return overview.change(
        view,
        before,
        () -> reviews.review(view.repository(), before, status, commit, view.caller()),
        model,
        submission);
  }

  @PostMapping("/watch")
  String watch(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam boolean on) {
    User reader = view.caller().user();
    if (reader == null) {
      throw new NotPermittedException("Sign in to watch pull requests.", true, true);
    }
    watches.set(pullRequest.id(), reader.id(), on);
    return "redirect:" + PullRequestLists.url(view.repository(), pullRequest.number());
  }

  @PostMapping("/decline")
  String decline(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam int version,
      Model model,
      FormSubmission submission)
      throws IOException {
    return overview.change(
        view,
        before,
        () -> lifecycle.decline(view.repository(), before, version, view.caller()),
        model,
        submission);
  }

  @PostMapping("/reopen")
  String reopen(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam int version,
      Model model,
      FormSubmission submission)
      throws IOException {
    return overview.change(
        view,
        before,
        () -> lifecycle.reopen(view.repository(), before, version, view.caller()),
        model,
        submission);
  }

  @GetMapping("/delete")
  String confirm(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest before, Model model) {
    heads.show(view, before, "overview", model);
    return "pullrequest/delete";
  }

  @PostMapping("/delete")
  String delete(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam int version,
      Model model,
      FormSubmission submission)
      throws IOException {
    return PullRequestForms.submit(
        submission,
        List.of(),
        () -> {
          lifecycle.delete(view.repository(), before, version, view.caller());
          return "redirect:" + view.link() + "/pull-requests";
        },
        () -> confirm(view, heads.reread(view, before), model));
  }
}
