package org.packhouse.app.source.changes.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.rest.CommitAccess;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: commits as patches. Merges are left out: no patch can make one. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class PatchController {

  private final CommitAccess access;
  private final CommitLog log;
  private final PatchWriter patches;

  PatchController(CommitAccess access, CommitLog log, PatchWriter patches) {
    this.access = access;
    this.log = log;
    this.patches = patches;
  }

  /** Writes the commits after {@code since}, oldest first; without it one, or its ancestors too. */
  @GetMapping("/patch")
  void patch(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String since,
      @RequestParam(required = false) @Nullable String until,
      @RequestParam(defaultValue = "false") boolean allAncestors,
      HttpServletResponse response)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      String last = reading.find(until);
      boolean hasSince = since != null && !since.isEmpty();
      LogQuery query =
          new LogQuery(
              last,
              hasSince ? List.of(reading.find(since)) : List.of(),
              TreePath.ROOT,
              false,
              LogQuery.Merges.EXCLUDE);
      int most = hasSince || allAncestors ? Integer.MAX_VALUE : 1;
      List<String> ids = log.ids(reading.open(), query, most).reversed();
      patches.write(reading.open(), ids, response);
    }
  }
}
