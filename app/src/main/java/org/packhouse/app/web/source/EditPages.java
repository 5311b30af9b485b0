package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.source.edit.ContentCommits;
import org.packhouse.app.source.edit.Draft;
import org.packhouse.app.source.edit.EditedText;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.source.edit.PathChange.Presence;
import org.packhouse.app.storage.content.Blobs;
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

/** Edits a file in the browser, or creates one. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class EditPages {

  private final Edits edits;
  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;
  private final Blobs blobs;
  private final ContentCommits commits;

  EditPages(
      Edits edits,
      OpenRepositories repositories,
      Revisions revisions,
      Trees trees,
      Blobs blobs,
      ContentCommits commits) {
    this.edits = edits;
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
    this.blobs = blobs;
    this.commits = commits;
  }

  @GetMapping("/edit/**")
  String edit(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, model);
    TreePath path = RequestedPath.of(request);
    String text =
        find(editing, path, editing.tip())
            .map(EditedText::shown)
            .orElseThrow(() ->
                new NotFoundException(
                    "There is no file '%s' that can be edited here: text, of 1 MB at most."
                        .formatted(path.display())));
    CommitForm form = CommitForm.empty(path.display(), text, editing.tip());
    return show(editing, path, form, model);
  }

  @PostMapping("/edit/**")
  String save(
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
          TreePath to = form.path().equals(path.display()) ? path : form.treePath();
          EditedText before = find(editing, path, form.known()).orElse(EditedText.none());
          try (Draft draft = commits.begin(view.repository())) {
            var blob = draft.store(new ByteArrayInputStream(before.bytes(form.content())));
            PathChange change =
                to.equals(path)
                    ? new PathChange.Write(path, blob, Presence.EITHER)
                    : new PathChange.Rename(path, to, blob);
            commits.commit(draft, form.commit(editing, List.of(change)));
          }
          return "redirect:" + editing.browse(to, form.branch(editing));
        },
        () -> show(editing, path, form.with(editing.tip()), model),
        submission);
  }

  private String show(Editing editing, TreePath path, CommitForm form, Model model) {
    model.addAttribute("action", editing.edit(path));
    model.addAttribute("heading", "Edit " + path.name());
    return edits.show("source/edit", editing, path, form, model);
  }

  @GetMapping({"/create", "/create/**"})
  String create(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, model);
    TreePath directory = RequestedPath.of(request);
    String begin = directory.isRoot() ? "" : directory.display() + "/";
    return showNew(editing, directory, CommitForm.empty(begin, "", null), model);
  }

  @PostMapping({"/create", "/create/**"})
  String make(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, model);
    TreePath directory = RequestedPath.of(request);
    CommitForm form = CommitForm.read(request);
    return edits.submit(
        () -> {
          TreePath path = form.treePath();
          try (Draft draft = commits.begin(view.repository())) {
            byte[] bytes = EditedText.none().bytes(form.content());
            var blob = draft.store(new ByteArrayInputStream(bytes));
            PathChange change = new PathChange.Write(path, blob, Presence.ABSENT);
            commits.commit(draft, form.with(null).commit(editing, List.of(change)));
          }
          return "redirect:" + editing.browse(path, form.branch(editing));
        },
        () -> showNew(editing, directory, form, model),
        submission);
  }

  private String showNew(Editing editing, TreePath directory, CommitForm form, Model model) {
    model.addAttribute("action", editing.create(directory));
    model.addAttribute("heading", "New file");
    return edits.show("source/edit", editing, directory, form, model);
  }

  private Optional<EditedText> find(Editing editing, TreePath path, @Nullable String commit)
      throws IOException {
    if (commit == null) {
      return Optional.empty();
    }
    Repository repository = editing.repository().repository();
    try (OpenRepository open = repositories.open(repository.id())) {
      Revision revision =
          revisions
              .resolve(open, commit)
              .orElseThrow(() -> new NoSuchCommitException(repository, commit));
      Optional<TreeEntry> file =
          trees.find(open, revision.commit(), path).filter(TreeEntry::isFile);
      return file.isEmpty() ? Optional.empty() : text(open, file.get());
    }
  }

  private Optional<EditedText> text(OpenRepository open, TreeEntry entry) throws IOException {
    try (Blobs.Stream stream = blobs.open(open, entry.id())) {
      return stream.size() > CommitForm.MAX_TEXT
          ? Optional.empty()
          : EditedText.of(stream.head(CommitForm.MAX_TEXT));
    }
  }
}
