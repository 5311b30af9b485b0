package org.packhouse.app.hosting.repository.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.HeadPointer;
import org.packhouse.app.hosting.repository.NoSuchRepositoryException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChange;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.hosting.repository.RepositoryRules;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.hosting.repository.UnfinishedRepositories;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: one repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class RepositoryController {

  private final ResourceAccess access;
  private final RepositoryChanges changes;
  private final HeadPointer head;
  private final RepositoryViews views;
  private final UnfinishedRepositories unfinished;
  private final RepositoryTrash trash;

  RepositoryController(
      ResourceAccess access,
      RepositoryChanges changes,
      HeadPointer head,
      RepositoryViews views,
      UnfinishedRepositories unfinished,
      RepositoryTrash trash) {
    this.access = access;
    this.changes = changes;
    this.head = head;
    this.views = views;
    this.unfinished = unfinished;
    this.trash = trash;
  }

  record ProjectReference(@Nullable String key) {}

  record Body(
      @Nullable String name,
      @Nullable String description,
      @Nullable String defaultBranch,
      @Nullable ProjectReference project,
      @JsonProperty("public") @Nullable Boolean isPublic,
      @Nullable Boolean archived,
      @Nullable Boolean forkable) {}

  @GetMapping
  RepositoryView get(@Requires(Permission.REPO_READ) Repository repository) {
    return views.of(repository);
  }

  @PutMapping
  @ResponseStatus(HttpStatus.CREATED)
  RepositoryView update(
      @Requires(Permission.REPO_ADMIN) Repository repository, Caller caller, @RequestBody Body body)
      throws IOException {
    RepositoryRules.defaultBranch(body.defaultBranch());
    Repository changed =
        changes.update(
            repository.id(),
            new RepositoryChange(
                body.name(),
                body.description(),
                target(caller, repository, body.project()),
                body.isPublic(),
                body.archived(),
                body.forkable(),
                null));
    String branch = body.defaultBranch();
    if (branch != null && !branch.isEmpty()) {
      head.point(changed, branch, caller);
      changed =
          access.repository(caller, changed.project().key(), changed.slug(), Permission.REPO_READ);
    }
    return views.of(changed);
  }

  /** Retries a failed creation. */
  @PostMapping("/recreate")
  RepositoryView recreate(@Requires(Permission.REPO_ADMIN) Repository repository) {
    if (repository.state() != RepositoryState.INITIALISATION_FAILED) {
      throw new InvalidRequestException(
          "The repository %s is %s: only one that is INITIALISATION_FAILED can be made once more."
              .formatted(repository.path(), repository.state()));
    }
    return views.of(unfinished.retry(repository));
  }

  /** Deletes a repository; 204 for an absent or hidden one, as Bitbucket answers. */
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

  private @Nullable Project target(
      Caller caller, Repository repository, @Nullable ProjectReference reference) {
    if (reference == null
        || reference.key() == null
        || reference.key().equalsIgnoreCase(repository.project().key())) {
      return null;
    }
    access.requireToMove(caller, repository);
    return access.project(caller, reference.key(), Permission.REPO_CREATE);
  }
}
