package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestLifecycle;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.Reviews;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The overview of a pull request, and the actions of its buttons. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class OverviewPages {

  private final Overview overview;
  private final PullRequestHeads heads;
  private final PullRequestLifecycle lifecycle;
  private final Reviews reviews;
  private final PullRequestWatches watches;

  OverviewPages(
      Overview overview,
      PullRequestHeads heads,
      PullRequestLifecycle lifecycle,
      Reviews reviews,
      PullRequestWatches watches) {
    this.overview = overview;
    this.heads = heads;
    this.lifecycle = lifecycle;
    this.reviews = reviews;
    this.watches = watches;
  }

  @GetMapping({"", "/overview"})
  String show(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam(required = false) @Nullable Long last,
      Model model)
      throws IOException {
    return overview.show(view, pullRequest, last, model);
  }

  @PostMapping("/review")
  String review(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam ReviewStatus status,
      @RequestParam(required = false) @Nullable String commit,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        before,
        () -> reviews.review(view.repository(), before, status, commit, view.caller()),
        model,
        response);
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
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        before,
        () -> lifecycle.decline(view.repository(), before, version, view.caller()),
        model,
        response);
  }

  @PostMapping("/reopen")
  String reopen(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @RequestParam int version,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        before,
        () -> lifecycle.reopen(view.repository(), before, version, view.caller()),
        model,
        response);
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
      HttpServletResponse response)
      throws IOException {
    return PullRequestForms.submit(
        () -> {
          lifecycle.delete(view.repository(), before, version, view.caller());
          return "redirect:" + view.link() + "/pull-requests";
        },
        () -> confirm(view, heads.reread(view, before), model),
        List.of(),
        model,
        response);
  }

  private interface Change {
    Object make() throws IOException;
  }

  private String act(
      RepositoryView view,
      PullRequest before,
      Change change,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return PullRequestForms.submit(
        () -> {
          change.make();
          return "redirect:" + PullRequestLists.url(view.repository(), before.number());
        },
        () -> overview.show(view, heads.reread(view, before), null, model),
        List.of(),
        model,
        response);
  }
}
