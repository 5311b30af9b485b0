package org.packhouse.app.hosting.repository.rest;

import java.util.Optional;
import org.packhouse.app.hosting.repository.NoSuchRepositoryException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: deletes a repository; 204 for an absent or hidden one, as Bitbucket answers. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class RepositoryDeletionController {

  private final RepositoryTrash trash;

  RepositoryDeletionController(RepositoryTrash trash) {
    this.trash = trash;
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  ResponseEntity<RestError> delete(
      @Requires(Permission.REPO_ADMIN) Optional<Repository> repository, Caller caller) {
    if (repository.isEmpty()) {
      return ResponseEntity.noContent().build();
    }
    try {
      trash.trash(repository.get().id(), caller.user());
    } catch (NoSuchRepositoryException e) {
      // Somebody else deleted it meanwhile.
      return ResponseEntity.noContent().build();
    }
    return ResponseEntity.accepted()
        .body(
            new RestError(
                null,
                "Repository %s was scheduled for deletion.".formatted(repository.get().path()),
                null));
  }
}
