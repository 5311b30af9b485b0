package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.edit.ContentCommits;
import org.packhouse.app.source.edit.Draft;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Deletes a file in the browser. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class DeletePages {

  private final Edits edits;
  private final OpenRepositories repositories;
  private final Trees trees;
  private final ContentCommits commits;

  DeletePages(Edits edits, OpenRepositories repositories, Trees trees, ContentCommits commits) {
    this.edits = edits;
    this.repositories = repositories;
    this.trees = trees;
    this.commits = commits;
  }

  @GetMapping("/delete/**")
  String ask(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, model);
    TreePath path = RequestedPath.of(request);
    requireFile(editing, path);
    return show(editing, path, CommitForm.empty("", "", editing.tip()), model);
  }

  @PostMapping("/delete/**")
  String delete(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, model);
    TreePath path = RequestedPath.of(request);
    CommitForm form = CommitForm.read(request);
    return edits.submit(
        () -> {
          try (Draft draft = commits.begin(view.repository())) {
            PathChange change = new PathChange.Remove(path);
            commits.commit(draft, form.commit(editing, List.of(change)));
          }
          return "redirect:" + editing.browse(TreePath.ROOT, form.branch(editing));
        },
        () -> show(editing, path, form.with(editing.tip()), model),
        submission);
  }

  private String show(Editing editing, TreePath path, CommitForm form, Model model) {
    model.addAttribute("action", editing.delete(path));
    return edits.show("source/delete", editing, path, form, model);
  }

  private void requireFile(Editing editing, TreePath path) throws IOException {
    String tip = editing.tip();
    try (OpenRepository open = repositories.open(editing.repository().repository().id())) {
      if (tip == null || trees.find(open, tip, path).filter(TreeEntry::isFile).isEmpty()) {
        throw new NotFoundException("There is no file '%s'.".formatted(path.display()));
      }
    }
  }
}
