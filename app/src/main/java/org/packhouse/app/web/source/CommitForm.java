package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.edit.ContentCommit;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Forms;

/**
 * The fields of a form that commits files: {@code target} is {@code new} for a commit on a new
 * branch, and {@code known} is the branch tip that the page showed, null for new files and uploads.
 */
record CommitForm(
    String path,
    String content,
    String message,
    String target,
    String newBranch,
    @Nullable String known) {

  /** Largest file in bytes that pages show, and let users edit. */
  static final int MAX_TEXT = 1 << 20;

  private static final Set<String> FIELDS =
      Set.of("path", "message", "target", "newBranch", "known");
  private static final int MAX_FIELD = 64 * 1024;

  static CommitForm empty(String path, String content, @Nullable String known) {
    return new CommitForm(path, content, "", "", "", known);
  }

  @FunctionalInterface
  interface FileConsumer {
    void accept(MultipartBody.Part file) throws IOException;
  }

  static CommitForm read(HttpServletRequest request) throws IOException {
    return read(request, file -> {});
  }

  /** Reads a form, passing its files on as they arrive. */
  static CommitForm read(HttpServletRequest request, FileConsumer files) throws IOException {
    MultipartBody body = MultipartBody.of(request);
    Map<String, String> fields = new HashMap<>();
    for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
      if (part.fileName() != null) {
        files.accept(part);
      } else if (part.name().equals("content")) {
        // Browsers send each line end as two bytes.
        fields.put("content", part.text(2 * MAX_TEXT));
      } else if (FIELDS.contains(part.name())) {
        fields.put(part.name(), part.text(MAX_FIELD));
      }
    }
    CommitForm form =
        new CommitForm(
            fields.getOrDefault("path", ""),
            fields.getOrDefault("content", ""),
            fields.getOrDefault("message", ""),
            fields.getOrDefault("target", ""),
            fields.getOrDefault("newBranch", ""),
            null);
    return form.with(fields.get("known"));
  }

  /** Returns the form for a page that shows the given commit. */
  CommitForm with(@Nullable String commit) {
    String id = commit == null || commit.isEmpty() ? null : commit;
    return new CommitForm(path, content, message, target, newBranch, id);
  }

  /**
   * Returns the content for a textarea, after the line end that browsers drop there. Templates
   * cannot add it: their expressions concatenate 100,000 characters at most.
   */
  public String textField() {
    return "\n" + content.replace("\r\n", "\n");
  }

  public boolean ontoNewBranch() {
    return target.equals("new");
  }

  /** Returns the short name of the branch that gets the commit. */
  String branch(Editing editing) {
    if (!ontoNewBranch()) {
      return editing.branch();
    }
    if (newBranch.isBlank()) {
      throw new InvalidFieldException("newBranch", "The new branch needs a name.");
    }
    String name = RefKind.BRANCH.shortName(newBranch.strip());
    if (editing.tip() != null && name.equals(editing.branch())) {
      // A new branch of that name would start at itself.
      throw new InvalidFieldException("newBranch", "Branch '%s' already exists.".formatted(name));
    }
    return name;
  }

  TreePath treePath() {
    if (path.isBlank()) {
      throw new InvalidFieldException("path", "The file needs a name.");
    }
    try {
      return TreePath.of(path.strip());
    } catch (TreePath.InvalidPathException e) {
      throw Forms.at("path", e.sentence(), e);
    }
  }

  ContentCommit commit(Editing editing, List<PathChange> changes) {
    return new ContentCommit(
        editing.repository().repository(),
        editing.repository().caller(),
        branch(editing),
        ontoNewBranch() && editing.tip() != null ? editing.refName() : null,
        known,
        message,
        changes);
  }
}
