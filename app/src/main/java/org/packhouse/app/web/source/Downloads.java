package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.browse.rest.ArchiveResponse;
import org.packhouse.app.source.browse.rest.RawResponse;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the bytes of files, and archives of directories. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record Downloads(
    OpenRepositories repositories,
    Revisions revisions,
    Trees trees,
    RawResponse raw,
    ArchiveResponse archives) {

  /** Old clients ask below {@code browse}. */
  @GetMapping(path = "/browse/**", params = "raw")
  void browsed(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    raw(view, at, request, response);
  }

  @GetMapping("/raw/**")
  void raw(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    TreePath path = RequestedPath.of(request);
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision =
          revisions.resolve(open, at).orElseThrow(() -> NotFoundException.ofRevision(at));
      TreeEntry entry =
          trees
              .find(open, revision.commit(), path)
              .filter(found -> found.isFile() || found.kind() == TreeEntry.Kind.SYMLINK)
              .orElseThrow(
                  () -> new NotFoundException("There is no file '%s'.".formatted(path.display())));
      raw.send(open, entry, request, response);
    }
  }

  @GetMapping("/archive")
  void archive(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ArchiveResponse.Prepared prepared;
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision =
          revisions.resolve(open, at).orElseThrow(() -> NotFoundException.ofRevision(at));
      prepared =
          archives.prepare(view.repository(), open, revision, ArchiveResponse.Options.of(request));
    }
    archives.send(prepared, response);
  }
}
