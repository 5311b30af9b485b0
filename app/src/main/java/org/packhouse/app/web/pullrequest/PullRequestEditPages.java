package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestChange;
import org.packhouse.app.review.pullrequest.PullRequestChanges;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page on which a pull request is edited. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
class PullRequestEditPages {

  private static final List<String> FIELDS =
      List.of("title", "description", "reviewers", "toRef.id");
  private static final int OFFERED = 200;

  private final PullRequestHeads heads;
  private final PullRequestChanges changes;
  private final OpenRepositories repositories;
  private final NamedCommits names;

  PullRequestEditPages(
      PullRequestHeads heads,
      PullRequestChanges changes,
      OpenRepositories repositories,
      NamedCommits names) {
    this.heads = heads;
    this.changes = changes;
    this.repositories = repositories;
    this.names = names;
  }

  @GetMapping("/edit")
  String form(
      @Requires(Permission.REPO_READ) RepositoryView view, @PathVariable long number, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, number, "overview", model);
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
      @PathVariable long number,
      EditForm form,
      Model model,
      HttpServletResponse response)
      throws IOException {
    return change(view, number, form.change(), form, model, response);
  }

  /** Marks a draft as ready, or back. */
  @PostMapping("/draft")
  String mark(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable long number,
      @RequestParam int version,
      @RequestParam boolean draft,
      Model model,
      HttpServletResponse response)
      throws IOException {
    PullRequestChange change = new PullRequestChange(version, null, null, draft, null, null);
    PullRequestHead head = heads.show(view, number, "overview", model);
    return change(view, number, change, EditForm.of(head), model, response);
  }

  private String change(
      RepositoryView view,
      long number,
      PullRequestChange change,
      EditForm form,
      Model model,
      HttpServletResponse response)
      throws IOException {
    PullRequest before = heads.find(view, number);
    return PullRequestForms.submit(
        () -> {
          changes.update(view.repository(), before, change, view.caller());
          return "redirect:" + PullRequestLists.url(view.repository(), number);
        },
        () -> {
          heads.show(view, number, "overview", model);
          return show(view, form, model);
        },
        FIELDS,
        model,
        response);
  }
}
