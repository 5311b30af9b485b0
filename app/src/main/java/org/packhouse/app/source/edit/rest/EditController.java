package org.packhouse.app.source.edit.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.source.edit.ContentCommit;
import org.packhouse.app.source.edit.ContentCommits;
import org.packhouse.app.source.edit.Draft;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.source.edit.PathRules;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: writes a file to a branch. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/browse")
class EditController {

  private static final int MAX_MESSAGE_LENGTH = 64 * 1024;
  private static final int MAX_NAME_LENGTH = 4096;

  private final ContentCommits commits;
  private final CommitViews views;

  EditController(ContentCommits commits, CommitViews views) {
    this.commits = commits;
    this.views = views;
  }

  @PutMapping({"", "/{*path}"})
  CommitView write(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      TreePath path,
      HttpServletRequest request)
      throws IOException {
    PathRules.check(path);
    MultipartBody body = MultipartBody.of(request);
    if (request.getContentLengthLong() > commits.mostBytes() + 2L * MAX_MESSAGE_LENGTH) {
      throw Draft.tooLarge(commits.mostBytes());
    }
    try (Draft draft = commits.begin(repository)) {
      Form form = Form.read(body, draft);
      if (form.content == null) {
        throw new InvalidFieldException("content", "The content of the file is required.");
      }
      PathChange.Presence presence =
          form.sourceCommit == null ? PathChange.Presence.ABSENT : PathChange.Presence.PRESENT;
      ContentCommit wanted =
          new ContentCommit(
              repository,
              caller,
              form.branch,
              form.sourceBranch,
              form.sourceCommit,
              form.message,
              List.of(new PathChange.Write(path, form.content, presence)));
      return views.of(commits.commit(draft, wanted));
    }
  }

  /** The form fields, which may come in any order; empty ones count as absent. */
  private static final class Form {

    private @Nullable ObjectId content;
    private @Nullable String branch;
    private @Nullable String message;
    private @Nullable String sourceCommit;
    private @Nullable String sourceBranch;

    static Form read(MultipartBody body, Draft draft) throws IOException {
      Form form = new Form();
      for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
        switch (part.name()) {
          case "content" -> form.content = draft.store(part.content());
          case "message" -> form.message = text(part, MAX_MESSAGE_LENGTH);
          case "branch" -> form.branch = text(part, MAX_NAME_LENGTH);
          case "sourceCommitId" -> form.sourceCommit = text(part, MAX_NAME_LENGTH);
          case "sourceBranch" -> form.sourceBranch = text(part, MAX_NAME_LENGTH);
          default -> {
            // Unknown fields are ignored, as in JSON.
          }
        }
      }
      return form;
    }

    private static @Nullable String text(MultipartBody.Part part, int most) throws IOException {
      String text = part.text(most);
      return text.isEmpty() ? null : text;
    }
  }
}
