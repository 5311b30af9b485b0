package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.Suggestions;
import org.packhouse.app.review.pullrequest.merge.PullRequestRebases;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Buttons that change the source branch of a pull request: rebase, apply a suggestion. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
record SourceBranchPages(
    PullRequestHeads heads,
    Overview overview,
    PullRequestRebases rebases,
    Suggestions suggestions) {

  @GetMapping("/rebase")
  String confirm(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest before, Model model) {
    PullRequestHead head = heads.show(view, before, "overview", model);
    model.addAttribute("vetoes", rebases.vetoes(head.it(), view.caller()));
    return "pullrequest/rebase";
  }

  @PostMapping("/rebase")
  String rebase(
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
          rebases.rebase(view.repository(), before, version, view.caller());
          return submission.saved(
              PullRequestLists.url(view.repository(), before.number()),
              "The source branch is rebased. Its new commits are shown in a moment.");
        },
        () -> confirm(view, heads.reread(view, before), model));
  }

  /** The suggestion of a comment, from 1, and the version that the reader has seen. */
  record ApplyForm(int version, int suggestion) {}

  @PostMapping("/comments/{comment}/apply-suggestion")
  String apply(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest before,
      @PathVariable long comment,
      ApplyForm form,
      Model model,
      FormSubmission submission)
      throws IOException {
    Suggestions.Application application =
        new Suggestions.Application(form.version(), null, null, form.suggestion() - 1);
    return PullRequestForms.submit(
        submission,
        List.of(),
        () -> {
          suggestions.apply(view.repository(), before, comment, application, view.caller());
          return submission.saved(
              "%s/overview#comment-%d"
                  .formatted(PullRequestLists.url(view.repository(), before.number()), comment),
              "The suggestion is applied. Its commit is shown in a moment.");
        },
        () -> overview.show(view, heads.reread(view, before), null, model));
  }
}
