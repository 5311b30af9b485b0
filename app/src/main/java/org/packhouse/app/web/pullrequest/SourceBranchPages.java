package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.Suggestions;
import org.packhouse.app.review.pullrequest.merge.PullRequestRebases;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Commits that are made on the source branch of a pull request by a button of its pages. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class SourceBranchPages {

  private final PullRequestHeads heads;
  private final Overview overview;
  private final PullRequestRebases rebases;
  private final Suggestions suggestions;

  SourceBranchPages(
      PullRequestHeads heads,
      Overview overview,
      PullRequestRebases rebases,
      Suggestions suggestions) {
    this.heads = heads;
    this.overview = overview;
    this.rebases = rebases;
    this.suggestions = suggestions;
  }

  @GetMapping("/rebase")
  String confirm(
      @Requires(Permission.REPO_READ) RepositoryView view, @PathVariable long number, Model model) {
    PullRequestHead head = heads.show(view, number, "overview", model);
    model.addAttribute("vetoes", rebases.vetoes(head.it(), view.caller()));
    return "pullrequest/rebase";
  }

  /** Makes the commits of the source anew on the target. */
  @PostMapping("/rebase")
  String rebase(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam int version,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect)
      throws IOException {
    PullRequest before = heads.find(view, number);
    return PullRequestForms.submit(
        () -> {
          rebases.rebase(view.repository(), before, version, view.caller());
          redirect.addFlashAttribute(
              "saved", "The source branch is rebased. Its new commits are shown in a moment.");
          return "redirect:" + PullRequestLists.url(view.repository(), number);
        },
        () -> confirm(view, number, model),
        List.of(),
        model,
        response);
  }

  /**
   * A suggestion of a comment that is to be applied.
   *
   * @param version of the comment that the reader has seen
   * @param suggestion its number in the comment, from 1
   */
  record Wish(int version, int suggestion) {}

  /** Replaces lines by those that a comment suggests. */
  @PostMapping("/comments/{comment}/apply-suggestion")
  String apply(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @PathVariable long comment,
      Wish wish,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect)
      throws IOException {
    PullRequest before = heads.find(view, number);
    Suggestions.Wanted wanted =
        new Suggestions.Wanted(wish.version(), null, null, wish.suggestion() - 1);
    return PullRequestForms.submit(
        () -> {
          suggestions.apply(view.repository(), before, comment, wanted, view.caller());
          redirect.addFlashAttribute(
              "saved", "The suggestion is applied. Its commit is shown in a moment.");
          return "redirect:%s/overview#comment-%d"
              .formatted(PullRequestLists.url(view.repository(), number), comment);
        },
        () -> overview.show(view, number, null, model),
        List.of(),
        model,
        response);
  }
}
