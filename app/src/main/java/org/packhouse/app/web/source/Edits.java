package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.FormSubmission.Step;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Steps common to the pages that make commits. */
@Component
public class Edits {

  private final OpenRepositories repositories;
  private final Revisions revisions;

  Edits(OpenRepositories repositories, Revisions revisions) {
    this.repositories = repositories;
    this.revisions = revisions;
  }

  /**
   * Finds the branch to change, and the path in the URL; the default branch if {@code at} is null,
   * even an unborn one.
   */
  Editing begin(RepositoryView view, @Nullable String at, HttpServletRequest request, Model model)
      throws IOException {
    if (view.repository().archived()) {
      throw new ArchivedException("The repository is archived and read-only.");
    }
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Editing editing = editing(view, open, at, RequestedPath.of(request));
      model.addAttribute("tab", "source");
      model.addAttribute("editing", editing);
      return editing;
    }
  }

  private Editing editing(
      RepositoryView view, OpenRepository open, @Nullable String at, TreePath path)
      throws IOException {
    String head = open.refs().headTarget();
    if (open.isEmpty()) {
      return new Editing(view, head, null, true, path);
    }
    Revision revision =
        revisions.resolve(open, at).orElseThrow(() -> NotFoundException.ofRevision(at));
    String refName = revision.refName();
    if (refName == null || !revision.isBranch()) {
      throw new NotFoundException(
          "%s is no branch: only branches can be changed.".formatted(revision.displayId()));
    }
    return new Editing(view, refName, revision.commit(), refName.equals(head), path);
  }

  /**
   * Runs the action. If it is refused, shows the form again, with {@code errors} in the model and
   * {@code conflict} if somebody else has changed the file.
   */
  public static String submit(
      Step<IOException> action, Step<IOException> again, FormSubmission submission)
      throws IOException {
    try {
      return action.run();
    } catch (RefusedException e) {
      RestFailure refusal = Refusals.of(e);
      int status = refusal.restStatus();
      if (status != 400 && status != 404 && status != 409 && status != 413) {
        throw e;
      }
      Map<String, String> errors = new LinkedHashMap<>();
      boolean conflict = false;
      for (RestError error : refusal.restErrors()) {
        if (ExceptionName.FILE_ALREADY_EXISTS.wireName().equals(error.exceptionName())) {
          errors.putIfAbsent("path", "There is a file of that path already: open it to edit it.");
        } else {
          errors.putIfAbsent(field(error), error.message());
        }
        conflict |= ExceptionName.FILE_OUT_OF_DATE.wireName().equals(error.exceptionName());
      }
      if (conflict) {
        errors.remove("");
      }
      submission.reject(status, errors).addAttribute("conflict", conflict);
      return again.run();
    }
  }

  /** Returns the field at which an error is shown; empty: above the form. */
  private static String field(RestError error) {
    String field = error.context();
    // Only the name of a new branch is typed: errors about branches belong to that field.
    boolean ofNewBranch =
        "branch".equals(field)
            || ExceptionName.DUPLICATE_REF.wireName().equals(error.exceptionName());
    if (ofNewBranch) {
      return "newBranch";
    }
    boolean onPage = "path".equals(field) || "newBranch".equals(field) || "message".equals(field);
    return (field != null && onPage) ? field : "";
  }

  static String show(String view, Editing editing, CommitForm form, Model model) {
    model.addAttribute("form", form);
    model.addAttribute("path", editing.path());
    model.addAttribute("backUrl", editing.browse(editing.path()));
    return view;
  }
}
