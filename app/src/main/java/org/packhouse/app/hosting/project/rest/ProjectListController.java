package org.packhouse.app.hosting.project.rest;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.NewProject;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.LongBody;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the list of projects, and their creation. */
@RestController
@RequestMapping(RestPaths.API + "/projects")
class ProjectListController {

  private final ProjectSearch search;
  private final ProjectCreation creation;
  private final ProjectPictures pictures;
  private final ProjectViews views;

  ProjectListController(
      ProjectSearch search,
      ProjectCreation creation,
      ProjectPictures pictures,
      ProjectViews views) {
    this.search = search;
    this.creation = creation;
    this.pictures = pictures;
    this.views = views;
  }

  @Open("lists what the caller may see")
  @GetMapping
  Page<ProjectView> list(
      Caller caller,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    Page<Project> found = search.find(caller, projectPermission(permission), name, page);
    return found.with(views.of(found.values()));
  }

  @LongBody("It may hold the picture.")
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  ProjectView create(
      @Requires(Permission.PROJECT_CREATE) Caller creator, @RequestBody ProjectBody body) {
    byte[] picture = pictures.read(body.avatar());
    NewProject wanted =
        new NewProject(
            body.key(), body.name(), body.description(), Boolean.TRUE.equals(body.isPublic()));
    Project project = creation.create(wanted, creator.user());
    pictures.show(project, picture);
    return views.of(project);
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
