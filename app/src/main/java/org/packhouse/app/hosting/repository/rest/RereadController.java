package org.packhouse.app.hosting.repository.rest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: accepts ref changes that another program made on disk, without waiting for confirmation.
 */
@ByToken
@RestController
@RequestMapping(RestPaths.OWN + "/projects/{projectKey}/repos/{slug}/refs/reread")
class RereadController {

  private final Refs refs;

  RereadController(Refs refs) {
    this.refs = refs;
  }

  record View(List<Change> changes) {}

  /** A ref that another program has moved. */
  record Change(String refId, String fromHash, String toHash) {

    static Change of(Refs.ForeignMove move) {
      return new Change(move.refName(), move.oldHash(), move.newHash());
    }
  }

  @PostMapping
  View reread(
      @Requires(Permission.REPO_READ) Repository repository,
      @Requires(Permission.ADMIN) Caller administrator)
      throws IOException {
    return new View(refs.recordForeignMoves(repository.id()).stream().map(Change::of).toList());
  }
}
