package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestEdit;
import org.packhouse.app.review.pullrequest.PullRequestLifecycle;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page on which a pull request is edited. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
record PullRequestEditPages(
    PullRequestHeads heads,
    PullRequestLifecycle lifecycle,
    OpenRepositories repositories,
    NamedCommits names) {

  private static final List<String> FIELDS =
      List.of("title", "description", "reviewers", "toRef.id");
  private static final int OFFERED = 200;

  @GetMapping("/edit")
  String form(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest pullRequest, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    return show(view, EditForm.of(head), model);
  }

  private String show(RepositoryView view, EditForm form, Model model) throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      model.addAttribute("branches", names.names(open, NamedCommits.Kind.BRANCH, "", 0, OFFERED));
    }
    model.addAttribute("form", form);
    return "pullrequest/edit";
  }

  @PostMapping("/edit")
  String edit(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      EditForm form,
      Model model,
      FormSubmission submission)
      throws IOException {
    return change(view, pullRequest, form.edit(), form, model, submission);
  }

  @PostMapping("/draft")
  String mark(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam int version,
      @RequestParam boolean draft,
      Model model,
      FormSubmission submission)
      throws IOException {
    PullRequestEdit edit = new PullRequestEdit(version, null, null, draft, null, null);
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    return change(view, pullRequest, edit, EditForm.of(head), model, submission);
  }

  private String change(
      RepositoryView view,
      PullRequest before,
      PullRequestEdit edit,
      EditForm form,
      Model model,
      FormSubmission submission)
      throws IOException {
    return PullRequestForms.submit(
        submission,
        FIELDS,
        () -> {
          lifecycle.update(view.repository(), before, edit, view.caller());
          return "redirect:" + PullRequestLists.url(view.repository(), before.number());
        },
        () -> {
          heads.show(view, heads.reread(view, before), "overview", model);
          return show(view, form, model);
        });
  }
}
