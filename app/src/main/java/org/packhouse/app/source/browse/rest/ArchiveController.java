package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: archives of a revision. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/archive")
class ArchiveController {

  private final Locator locator;
  private final ArchiveResponse archives;

  ArchiveController(Locator locator, ArchiveResponse archives) {
    this.locator = locator;
    this.archives = archives;
  }

  @GetMapping
  void archive(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ArchiveResponse.Prepared prepared;
    try (BrowseTarget located = locator.find(repository, at, TreePath.ROOT)) {
      prepared =
          archives.prepare(
              located.repository(),
              located.open(),
              located.revision(),
              ArchiveResponse.Options.of(request));
    }
    archives.send(prepared, response);
  }
}
