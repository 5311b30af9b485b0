package org.packhouse.app.networks.imports;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.hosting.repository.RepositoryViews;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: repositories that come from elsewhere. The dialect has no word for these. */
@RestController
@RequestMapping(RestPaths.OWN + "/projects/{projectKey}")
class ImportController {

  private final Imports imports;
  private final ProjectAccess projects;
  private final RepositoryAccess repositories;
  private final Repositories all;
  private final RepositoryViews views;
  private final Permissions permissions;
  private final CurrentCaller caller;

  ImportController(
      Imports imports,
      ProjectAccess projects,
      RepositoryAccess repositories,
      Repositories all,
      RepositoryViews views,
      Permissions permissions,
      CurrentCaller caller) {
    this.imports = imports;
    this.projects = projects;
    this.repositories = repositories;
    this.all = all;
    this.views = views;
    this.permissions = permissions;
    this.caller = caller;
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

  @PostMapping("/import")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ImportView start(@PathVariable String projectKey, @RequestBody Body body) {
    Caller who = caller.get();
    Project project = projects.require(who, projectKey, Permission.REPO_CREATE);
    boolean administers =
        permissions.test(who, new ProjectId(project.id()), Permission.PROJECT_ADMIN);
    NewImport wanted =
        new NewImport(
            project,
            new NewRepository(
                body.name(), body.description(), null, Boolean.TRUE.equals(body.isPublic()), true),
            administers ? null : who.user(),
            origin(who, body));
    return view(imports.start(wanted, who), true);
  }

  private NewImport.Origin origin(Caller who, Body body) {
    if (body.path() == null) {
      return new NewImport.OfUrl(body.url(), body.credentials());
    }
    permissions.check(who, Permission.SYS_ADMIN);
    if (body.url() != null) {
      throw new InvalidFieldException("path", "An import has either a url or a path, not both.");
    }
    return new NewImport.OfFolder(body.path());
  }

  @GetMapping("/repos/{slug}/import")
  ImportView get(@PathVariable String projectKey, @PathVariable String slug) {
    Caller who = caller.get();
    return view(who, repositories.require(who, projectKey, slug, Permission.REPO_READ));
  }

  @PostMapping("/repos/{slug}/import/cancel")
  ImportView cancel(@PathVariable String projectKey, @PathVariable String slug) {
    Caller who = caller.get();
    Repository repository = repositories.require(who, projectKey, slug, Permission.REPO_ADMIN);
    imports.cancel(repository);
    return view(who, repository);
  }

  @PostMapping("/repos/{slug}/import/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ImportView retry(
      @PathVariable String projectKey,
      @PathVariable String slug,
      @RequestBody(required = false) @Nullable RetryBody body) {
    Caller who = caller.get();
    Repository repository = repositories.require(who, projectKey, slug, Permission.REPO_ADMIN);
    imports.retry(repository, body == null ? null : body.credentials());
    return view(who, repository);
  }

  private ImportView view(Caller who, Repository repository) {
    boolean administers =
        permissions.test(who, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    return view(repository, administers);
  }

  private ImportView view(Repository repository, boolean withSource) {
    RepositoryImport found =
        imports
            .find(repository.id())
            .orElseThrow(() ->
                new RestException(
                    404,
                    ExceptionName.NO_SUCH_ENTITY,
                    "The repository " + repository.path() + " was not imported."));
    Repository now = all.findById(repository.id()).orElse(repository);
    return ImportView.of(found, views.of(now), withSource);
  }
}
