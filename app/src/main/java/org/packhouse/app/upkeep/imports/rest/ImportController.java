package org.packhouse.app.upkeep.imports.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.upkeep.imports.Imports;
import org.packhouse.app.upkeep.imports.NewCredentials;
import org.packhouse.app.upkeep.imports.NewImport;
import org.packhouse.app.upkeep.imports.RepositoryImport;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST, beyond the dialect: imports of repositories. */
@RestController
@RequestMapping(RestPaths.OWN + "/projects/{projectKey}")
class ImportController {

  private final Imports imports;
  private final Repositories all;
  private final RepositoryViews views;
  private final Permissions permissions;

  ImportController(
      Imports imports, Repositories all, RepositoryViews views, Permissions permissions) {
    this.imports = imports;
    this.all = all;
    this.views = views;
    this.permissions = permissions;
  }

  record Body(
      @Nullable String name,
      @Nullable String description,
      @JsonProperty("public") @Nullable Boolean isPublic,
      @Nullable String url,
      @Nullable String path,
      @Nullable NewCredentials credentials) {

    @Override
    public String toString() {
      return "Body[" + name + "]";
    }
  }

  record RetryBody(@Nullable NewCredentials credentials) {}

  @ByToken
  @PostMapping("/import")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ImportView start(
      @Requires(Permission.REPO_CREATE) Project project, Caller caller, @RequestBody Body body) {
    boolean administers =
        permissions.test(caller, new ProjectId(project.id()), Permission.PROJECT_ADMIN);
    NewImport wanted =
        new NewImport(
            project,
            new NewRepository(
                body.name(), body.description(), null, Boolean.TRUE.equals(body.isPublic()), true),
            administers ? null : caller.user(),
            origin(caller, body));
    return view(imports.start(wanted, caller), true);
  }

  private NewImport.Origin origin(Caller caller, Body body) {
    if (body.path() == null) {
      return new NewImport.OfUrl(body.url(), body.credentials());
    }
    permissions.check(caller, Permission.SYS_ADMIN);
    if (body.url() != null) {
      throw new InvalidFieldException("path", "An import has either a url or a path, not both.");
    }
    return new NewImport.OfDirectory(body.path());
  }

  @GetMapping("/repos/{slug}/import")
  ImportView get(@Requires(Permission.REPO_READ) Repository repository, Caller caller) {
    return view(caller, repository);
  }

  @PostMapping("/repos/{slug}/import/cancel")
  ImportView cancel(@Requires(Permission.REPO_ADMIN) Repository repository, Caller caller) {
    imports.cancel(repository);
    return view(caller, repository);
  }

  @PostMapping("/repos/{slug}/import/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ImportView retry(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      Caller caller,
      @RequestBody(required = false) @Nullable RetryBody body) {
    imports.retry(repository, body == null ? null : body.credentials());
    return view(caller, repository);
  }

  private ImportView view(Caller caller, Repository repository) {
    boolean administers =
        permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    return view(repository, administers);
  }

  private ImportView view(Repository repository, boolean withSource) {
    RepositoryImport found =
        imports
            .find(repository.id())
            .orElseThrow(() ->
                new NoSuchException(
                    Thing.ENTITY, "The repository " + repository.path() + " was not imported."));
    Repository now = all.findById(repository.id()).orElse(repository);
    return ImportView.of(found, views.of(now), withSource);
  }
}
