package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestChanges;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.Reviews;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page of a pull request, with what has happened to it, and what is done there by a button. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class OverviewPages {

  private final Overview overview;
  private final PullRequestHeads heads;
  private final PullRequests pullRequests;
  private final PullRequestChanges changes;
  private final Reviews reviews;
  private final Repositories repositories;
  private final PullRequestWatches watches;

  OverviewPages(
      Overview overview,
      PullRequestHeads heads,
      PullRequests pullRequests,
      PullRequestChanges changes,
      Reviews reviews,
      Repositories repositories,
      PullRequestWatches watches) {
    this.overview = overview;
    this.heads = heads;
    this.pullRequests = pullRequests;
    this.changes = changes;
    this.reviews = reviews;
    this.repositories = repositories;
    this.watches = watches;
  }

  @GetMapping({"", "/overview"})
  String show(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam(required = false) @Nullable Long last,
      Model model)
      throws IOException {
    return overview.show(view, number, last, model);
  }

  @PostMapping("/review")
  String review(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam ReviewStatus status,
      @RequestParam(required = false) @Nullable String commit,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        number,
        before -> reviews.review(view.repository(), before, status, commit, view.caller()),
        model,
        response);
  }

  /** Says whether the reader wants to hear of what happens to it. */
  @PostMapping("/watch")
  String watch(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam boolean on) {
    User reader = view.caller().user();
    if (reader == null) {
      throw new NotPermittedException("Sign in to watch pull requests.", true, true);
    }
    watches.set(heads.find(view, number).id(), reader.id(), on);
    return "redirect:" + PullRequestLists.url(view.repository(), number);
  }

  @PostMapping("/decline")
  String decline(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam int version,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        number,
        before -> changes.decline(view.repository(), before, version, view.caller()),
        model,
        response);
  }

  @PostMapping("/reopen")
  String reopen(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam int version,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return act(
        view,
        number,
        before ->
            changes.reopen(view.repository(), before, source(view, before), version, view.caller()),
        model,
        response);
  }

  private @Nullable Repository source(RepositoryView view, PullRequest before) {
    Long id = before.from().repositoryId();
    Repository source = id == null ? null : repositories.findById(id).orElse(null);
    return source != null && pullRequests.sources().mayRead(source, view.caller()) ? source : null;
  }

  @GetMapping("/delete")
  String confirm(
      @Requires(Permission.REPO_READ) RepositoryView view, @PathVariable long number, Model model) {
    heads.show(view, number, "overview", model);
    return "pullrequest/delete";
  }

  @PostMapping("/delete")
  String delete(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam int version,
      Model model,
      HttpServletResponse response)
      throws IOException {
    PullRequest before = heads.find(view, number);
    return PullRequestForms.submit(
        () -> {
          changes.delete(view.repository(), before, version, view.caller());
          return "redirect:" + view.link() + "/pull-requests";
        },
        () -> confirm(view, number, model),
        List.of(),
        model,
        response);
  }

  private interface Change {
    Object make(PullRequest before) throws IOException;
  }

  private String act(
      RepositoryView view, long number, Change change, Model model, HttpServletResponse response)
      throws IOException {
    PullRequest before = heads.find(view, number);
    return PullRequestForms.submit(
        () -> {
          change.make(before);
          return "redirect:" + PullRequestLists.url(view.repository(), number);
        },
        () -> overview.show(view, number, null, model),
        List.of(),
        model,
        response);
  }
}
