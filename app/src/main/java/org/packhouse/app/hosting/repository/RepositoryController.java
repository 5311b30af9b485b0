package org.packhouse.app.hosting.repository;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: one repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class RepositoryController {

  private final RepositoryAccess access;
  private final ProjectAccess projects;
  private final RepositoryChanges changes;
  private final RepositoryTrash trash;
  private final HeadPointer head;
  private final RepositoryViews views;
  private final CurrentCaller caller;

  RepositoryController(
      RepositoryAccess access,
      ProjectAccess projects,
      RepositoryChanges changes,
      RepositoryTrash trash,
      HeadPointer head,
      RepositoryViews views,
      CurrentCaller caller) {
    this.access = access;
    this.projects = projects;
    this.changes = changes;
    this.trash = trash;
    this.head = head;
    this.views = views;
    this.caller = caller;
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
  RepositoryView get(@PathVariable String projectKey, @PathVariable String slug) {
    return views.of(access.require(caller.get(), projectKey, slug, Permission.REPO_READ));
  }

  @PutMapping
  @ResponseStatus(HttpStatus.CREATED)
  RepositoryView update(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody Body body)
      throws IOException {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_ADMIN);
    RepositoryRules.defaultBranch(body.defaultBranch());
    Repository changed =
        changes.update(
            repository.id(),
            new RepositoryChange(
                body.name(),
                body.description(),
                target(who, repository, body.project()),
                body.isPublic(),
                body.archived(),
                body.forkable(),
                null));
    String branch = body.defaultBranch();
    if (branch != null && !branch.isEmpty()) {
      head.point(changed, branch, who);
      changed = access.require(who, changed.project().key(), changed.slug(), Permission.REPO_READ);
    }
    return views.of(changed);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  RestError delete(@PathVariable String projectKey, @PathVariable String slug) {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_ADMIN);
    trash.trash(repository.id(), who.user());
    return new RestError(
        null, "Repository %s was scheduled for deletion.".formatted(repository.path()), null);
  }

  private @Nullable Project target(
      Caller who, Repository repository, @Nullable ProjectReference reference) {
    if (reference == null
        || reference.key() == null
        || reference.key().equalsIgnoreCase(repository.project().key())) {
      return null;
    }
    return projects.require(who, reference.key(), Permission.REPO_CREATE);
  }
}
