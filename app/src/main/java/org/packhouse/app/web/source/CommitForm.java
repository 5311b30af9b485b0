package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.edit.ContentCommit;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.storage.content.TreePath;

/**
 * The fields of a form that commits.
 *
 * @param path where the file shall be
 * @param content of the file
 * @param message of the commit
 * @param target {@code new}: onto a new branch
 * @param newBranch its name
 * @param known the commit that the page showed
 */
record CommitForm(
    String path,
    String content,
    String message,
    String target,
    String newBranch,
    @Nullable String known) {

  /** Most bytes of a file that pages show, and so let people edit. */
  static final int MAX_TEXT = 1 << 20;

  private static final int MAX_FIELD = 64 * 1024;

  static CommitForm empty(String path, String content, @Nullable String known) {
    return new CommitForm(path, content, "", "", "", known);
  }

  /** A consumer of the file that comes with the form. */
  @FunctionalInterface
  interface FileTaker {
    void take(MultipartBody.Part file) throws IOException;
  }

  /** Reads a form that has no files. */
  static CommitForm read(HttpServletRequest request) throws IOException {
    return read(request, file -> {});
  }

  /** Reads a form, handing its files on as they come. */
  static CommitForm read(HttpServletRequest request, FileTaker files) throws IOException {
    MultipartBody body = MultipartBody.of(request);
    CommitForm form = empty("", "", null);
    for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
      if (part.fileName() != null) {
        files.take(part);
      } else {
        form = form.with(part.name(), part);
      }
    }
    return form;
  }

  private CommitForm with(String field, MultipartBody.Part part) throws IOException {
    return switch (field) {
      case "path" ->
          new CommitForm(part.text(MAX_FIELD), content, message, target, newBranch, known);
      case "content" ->
          // Each end of a line may come as two bytes.
          new CommitForm(path, part.text(2 * MAX_TEXT), message, target, newBranch, known);
      case "message" ->
          new CommitForm(path, content, part.text(MAX_FIELD), target, newBranch, known);
      case "target" ->
          new CommitForm(path, content, message, part.text(MAX_FIELD), newBranch, known);
      case "newBranch" ->
          new CommitForm(path, content, message, target, part.text(MAX_FIELD), known);
      case "known" -> with(part.text(MAX_FIELD));
      default -> this;
    };
  }

  /** The same, but the page shows that commit. */
  CommitForm with(@Nullable String commit) {
    String id = commit == null || commit.isEmpty() ? null : commit;
    return new CommitForm(path, content, message, target, newBranch, id);
  }

  /**
   * The text as it goes into a text field of a page, behind the line end that browsers drop there.
   * The template must not add it: its expressions concatenate 100,000 characters at most.
   */
  public String textField() {
    return "\n" + content.replace("\r\n", "\n");
  }

  /** Whether a new branch gets the commit. */
  public boolean ontoNewBranch() {
    return target.equals("new");
  }

  /** Short name of the branch that gets the commit. */
  String branch(Editing editing) {
    if (!ontoNewBranch()) {
      return editing.branch();
    }
    if (newBranch.isBlank()) {
      throw new InvalidFieldException("newBranch", "The new branch needs a name.");
    }
    String name = RefKind.BRANCH.shortName(newBranch.strip());
    if (editing.tip() != null && name.equals(editing.branch())) {
      // It would begin at itself, which is to say that it gets the commit.
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
      InvalidFieldException invalid = new InvalidFieldException("path", e.sentence());
      invalid.initCause(e);
      throw invalid;
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
