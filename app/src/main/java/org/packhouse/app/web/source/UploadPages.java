package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.source.edit.ContentCommits;
import org.packhouse.app.source.edit.Draft;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Uploads files into a directory, replacing existing ones. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record UploadPages(Edits edits, ContentCommits commits) {

  @GetMapping({"/upload", "/upload/**"})
  String choose(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    return show(editing, CommitForm.empty("", "", null), model);
  }

  @PostMapping({"/upload", "/upload/**"})
  String upload(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      FormSubmission submission,
      Model model)
      throws IOException {
    Editing editing = edits.begin(view, at, request, model);
    TreePath directory = editing.path();
    Typed typed = new Typed();
    return Edits.submit(
        () -> {
          try (Draft draft = commits.begin(view.repository())) {
            List<PathChange> changes = new ArrayList<>();
            typed.form = CommitForm.read(request, file -> store(file, directory, draft, changes));
            if (changes.isEmpty()) {
              throw new InvalidFieldException("files", "Choose at least one file.");
            }
            commits.commit(draft, typed.form.commit(editing, changes));
            return "redirect:" + editing.browse(directory, typed.form.branch(editing));
          }
        },
        () -> show(editing, typed.form, model),
        submission);
  }

  private static final class Typed {
    private CommitForm form = CommitForm.empty("", "", null);
  }

  private static void store(
      MultipartBody.Part file, TreePath directory, Draft draft, List<PathChange> changes)
      throws IOException {
    String given = file.fileName() == null ? "" : file.fileName();
    // Some browsers send the path of the file, not its name alone.
    String name = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
    if (!name.isEmpty()) {
      TreePath path = directory.child(name.getBytes(StandardCharsets.UTF_8));
      changes.add(
          new PathChange.Write(path, draft.store(file.content()), PathChange.Presence.EITHER));
    }
  }

  private String show(Editing editing, CommitForm form, Model model) {
    model.addAttribute("action", editing.upload());
    model.addAttribute("most", commits.mostBytes());
    return Edits.show("source/upload", editing, form, model);
  }
}
