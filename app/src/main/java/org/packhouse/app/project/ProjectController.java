package org.packhouse.app.project;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permissions;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.Page;
import org.packhouse.app.rest.PageRequest;
import org.packhouse.app.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: projects. */
@RestController
@RequestMapping(RestPaths.API + "/projects")
class ProjectController {

  private final ProjectAccess access;
  private final ProjectSearch search;
  private final ProjectCreation creation;
  private final ProjectChanges changes;
  private final ProjectViews views;
  private final Permissions permissions;
  private final CurrentCaller caller;

  ProjectController(
      ProjectAccess access,
      ProjectSearch search,
      ProjectCreation creation,
      ProjectChanges changes,
      ProjectViews views,
      Permissions permissions,
      CurrentCaller caller) {
    this.access = access;
    this.search = search;
    this.creation = creation;
    this.changes = changes;
    this.views = views;
    this.permissions = permissions;
    this.caller = caller;
  }

  record Body(
      @Nullable String key,
      @Nullable String name,
      @Nullable String description,
      @JsonProperty("public") @Nullable Boolean isPublic) {}

  @GetMapping
  Page<ProjectView> list(
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    Page<Project> found = search.find(caller.get(), projectPermission(permission), name, page);
    return found.with(views.of(found.values()));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  ProjectView create(@RequestBody Body body) {
    Caller creator = caller.get();
    permissions.check(creator, Permission.PROJECT_CREATE);
    NewProject wanted =
        new NewProject(
            body.key(), body.name(), body.description(), Boolean.TRUE.equals(body.isPublic()));
    return views.of(creation.create(wanted, creator.user()));
  }

  @GetMapping("/{projectKey}")
  ProjectView get(@PathVariable String projectKey) {
    return views.of(access.require(caller.get(), projectKey, Permission.PROJECT_VIEW));
  }

  @PutMapping("/{projectKey}")
  ProjectView update(@PathVariable String projectKey, @RequestBody Body body) {
    Project project = access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN);
    ProjectChange change =
        new ProjectChange(body.key(), body.name(), body.description(), body.isPublic());
    return views.of(changes.update(project.id(), change));
  }

  @DeleteMapping("/{projectKey}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String projectKey) {
    changes.delete(access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN).id());
  }

  private static Permission projectPermission(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Permission.PROJECT_VIEW;
    }
    for (Permission permission : Permission.values()) {
      if (permission.scope() == Permission.Scope.PROJECT
          && permission.name().equals(name.toUpperCase(Locale.ROOT))) {
        return permission;
      }
    }
    throw new InvalidFieldException(
        "permission", InvalidFieldException.quote(name) + " is not a project permission.");
  }
}
