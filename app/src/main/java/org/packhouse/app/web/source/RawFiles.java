package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.commit.Revision;
import org.packhouse.app.commit.Revisions;
import org.packhouse.app.content.Blobs;
import org.packhouse.app.content.OpenRepositories;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.content.TreeEntry;
import org.packhouse.app.content.TreePath;
import org.packhouse.app.content.Trees;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The bytes of files. What people push must not run in the name of this server. */
@Controller
class RawFiles {

  private static final int HEAD = 8000;
  private static final String SANDBOX =
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;
  private final Blobs blobs;

  RawFiles(OpenRepositories repositories, Revisions revisions, Trees trees, Blobs blobs) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
    this.blobs = blobs;
  }

  @GetMapping({"/projects/{key}/repos/{slug}/raw/**", "/users/{user}/repos/{slug}/raw/**"})
  void raw(
      RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    TreePath path = RequestedPath.of(request);
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision = revisions.resolve(open, at).orElseThrow(() -> SourcePages.noRevision(at));
      TreeEntry entry =
          trees
              .find(open, revision.commit(), path)
              .filter(found -> found.isFile() || found.kind() == TreeEntry.Kind.SYMLINK)
              .orElseThrow(
                  () -> new NotFoundException("There is no file '%s'.".formatted(path.display())));
      String tag = "\"" + entry.id() + "\"";
      response.setHeader(HttpHeaders.ETAG, tag);
      response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
      response.setHeader("Content-Security-Policy", SANDBOX);
      response.setHeader("X-Content-Type-Options", "nosniff");
      if (tag.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
        response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      } else {
        send(open, entry, response);
      }
    }
  }

  private void send(OpenRepository open, TreeEntry entry, HttpServletResponse response)
      throws IOException {
    try (Blobs.Stream stream = blobs.open(open, entry.id())) {
      byte[] head = stream.head(HEAD);
      RawType type = RawType.of(entry.path().name(), isBinary(head));
      response.setContentType(type.contentType());
      response.setContentLengthLong(stream.size());
      if (type.attachment()) {
        response.setHeader(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment()
                .filename(entry.path().name(), StandardCharsets.UTF_8)
                .build()
                .toString());
      }
      response.getOutputStream().write(head);
      stream.writeTo(response.getOutputStream());
    }
  }

  private static boolean isBinary(byte[] head) {
    for (byte octet : head) {
      if (octet == 0) {
        return true;
      }
    }
    return false;
  }
}
