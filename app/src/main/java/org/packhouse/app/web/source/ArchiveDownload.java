package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.browse.rest.ArchiveResponse;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Archives for download in browsers. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record ArchiveDownload(
    OpenRepositories repositories, Revisions revisions, ArchiveResponse archives) {

  @GetMapping("/archive")
  void archive(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ArchiveResponse.Prepared prepared;
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision = revisions.resolve(open, at).orElseThrow(() -> SourcePages.noRevision(at));
      prepared =
          archives.prepare(view.repository(), open, revision, ArchiveResponse.Options.of(request));
    }
    archives.send(prepared, response);
  }
}
