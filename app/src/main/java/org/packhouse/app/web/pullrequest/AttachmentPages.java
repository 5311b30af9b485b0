package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.MultipartBody;
import org.packhouse.app.source.attachment.Attachment;
import org.packhouse.app.source.attachment.Attachments;
import org.packhouse.app.source.attachment.rest.AttachmentResponse;
import org.packhouse.app.web.RepositoryView;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** Stores and serves files that are pasted or dropped into a comment. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/attachments",
  "/users/{user}/repos/{slug}/attachments"
})
record AttachmentPages(Attachments attachments) {

  private static final int MAX_FILES = 20;

  record TakenFiles(List<TakenFile> attachments) {}

  record TakenFile(String id, String name, String url, String markdown) {}

  @PostMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<TakenFiles> take(
      @Requires(Permission.REPO_READ) RepositoryView view, HttpServletRequest request)
      throws IOException {
    List<TakenFile> taken = new ArrayList<>();
    MultipartBody body = MultipartBody.of(request);
    for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
      if (part.fileName() == null) {
        continue;
      }
      if (taken.size() == MAX_FILES) {
        throw new InvalidFieldException(
            "files", "At most %d files are attached at once.".formatted(MAX_FILES));
      }
      Attachments.Taken one =
          attachments.add(view.repository(), part.fileName(), part.content(), view.caller());
      Attachment it = one.attachment();
      taken.add(
          new TakenFile(
              Long.toString(it.id()),
              it.name(),
              view.link() + "/attachments/" + it.id(),
              one.markdown()));
    }
    if (taken.isEmpty()) {
      throw new InvalidFieldException("files", "A file in a multipart body is required.");
    }
    return ResponseEntity.status(HttpStatus.CREATED).body(new TakenFiles(taken));
  }

  @GetMapping("/{attachment}")
  ResponseEntity<byte[]> show(
      @Requires(Permission.REPO_READ) RepositoryView view, @PathVariable long attachment) {
    Attachment it = attachments.require(view.repository(), attachment);
    return AttachmentResponse.of(it, attachments.bytes(it));
  }
}
