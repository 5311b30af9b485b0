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
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Edits, creates and deletes a file in the browser. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record EditPages(
    Edits edits,
    OpenRepositories repositories,
    Revisions revisions,
    Trees trees,
    Blobs blobs,
    ContentCommits commits) {

  @GetMapping("/edit/**")
  String edit(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    String path = editing.path().display();
    String text =
        text(editing, editing.tip())
            .map(EditedText::shown)
            .orElseThrow(() ->
                new NotFoundException(
                    "There is no file '%s' that can be edited here: text, of 1 MB at most."
                        .formatted(path)));
    return show(editing, CommitForm.empty(path, text, editing.tip()), model);
  }

  @PostMapping("/edit/**")
  String save(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    TreePath path = editing.path();
    CommitForm form = CommitForm.read(request);
    return Edits.submit(
        () -> {
          TreePath to = form.path().equals(path.display()) ? path : form.treePath();
          EditedText before = text(editing, form.known()).orElse(EditedText.none());
          commit(
              editing,
              form,
              draft -> {
                var blob = draft.store(new ByteArrayInputStream(before.bytes(form.content())));
                return to.equals(path)
                    ? new PathChange.Write(path, blob, Presence.EITHER)
                    : new PathChange.Rename(path, to, blob);
              });
          return "redirect:" + editing.browse(to, form.branch(editing));
        },
        () -> show(editing, form.with(editing.tip()), model),
        submission);
  }

  private static String show(Editing editing, CommitForm form, Model model) {
    model.addAttribute("action", editing.edit());
    model.addAttribute("heading", "Edit " + editing.path().name());
    return Edits.show("source/edit", editing, form, model);
  }

  @GetMapping({"/create", "/create/**"})
  String create(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    TreePath directory = editing.path();
    String begin = directory.isRoot() ? "" : directory.display() + "/";
    return showNew(editing, CommitForm.empty(begin, "", null), model);
  }

  @PostMapping({"/create", "/create/**"})
  String make(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    CommitForm form = CommitForm.read(request);
    return Edits.submit(
        () -> {
          TreePath path = form.treePath();
          byte[] bytes = EditedText.none().bytes(form.content());
          commit(
              editing,
              form.with(null),
              draft ->
                  new PathChange.Write(
                      path, draft.store(new ByteArrayInputStream(bytes)), Presence.ABSENT));
          return "redirect:" + editing.browse(path, form.branch(editing));
        },
        () -> showNew(editing, form, model),
        submission);
  }

  private static String showNew(Editing editing, CommitForm form, Model model) {
    model.addAttribute("action", editing.create());
    model.addAttribute("heading", "New file");
    return Edits.show("source/edit", editing, form, model);
  }

  @GetMapping("/delete/**")
  String ask(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    String tip = editing.tip();
    try (OpenRepository open = repositories.open(view.repository().id())) {
      if (tip == null || file(open, tip, editing.path()).isEmpty()) {
        throw new NotFoundException("There is no file '%s'.".formatted(editing.path().display()));
      }
    }
    return showDeletion(editing, CommitForm.empty("", "", tip), model);
  }

  @PostMapping("/delete/**")
  String delete(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    CommitForm form = CommitForm.read(request);
    return Edits.submit(
        () -> {
          commit(editing, form, _ -> new PathChange.Remove(editing.path()));
          return "redirect:" + editing.browse(TreePath.ROOT, form.branch(editing));
        },
        () -> showDeletion(editing, form.with(editing.tip()), model),
        submission);
  }

  private static String showDeletion(Editing editing, CommitForm form, Model model) {
    model.addAttribute("action", editing.delete());
    return Edits.show("source/delete", editing, form, model);
  }

  private interface Change {
    PathChange make(Draft draft) throws IOException;
  }

  private void commit(Editing editing, CommitForm form, Change change) throws IOException {
    try (Draft draft = commits.begin(editing.repository().repository())) {
      commits.commit(draft, form.commit(editing, List.of(change.make(draft))));
    }
  }

  private Optional<EditedText> text(Editing editing, @Nullable String commit) throws IOException {
    if (commit == null) {
      return Optional.empty();
    }
    Repository repository = editing.repository().repository();
    try (OpenRepository open = repositories.open(repository.id())) {
      Revision revision =
          revisions
              .resolve(open, commit)
              .orElseThrow(() -> new NoSuchCommitException(repository, commit));
      Optional<TreeEntry> file = file(open, revision.commit(), editing.path());
      return file.isEmpty() ? Optional.empty() : text(open, file.get());
    }
  }

  private Optional<TreeEntry> file(OpenRepository open, String commit, TreePath path)
      throws IOException {
    return trees.find(open, commit, path).filter(TreeEntry::isFile);
  }

  private Optional<EditedText> text(OpenRepository open, TreeEntry entry) throws IOException {
    try (Blobs.Stream stream = blobs.open(open, entry.id())) {
      return stream.size() > CommitForm.MAX_TEXT
          ? Optional.empty()
          : EditedText.of(stream.head(CommitForm.MAX_TEXT));
    }
  }
}
