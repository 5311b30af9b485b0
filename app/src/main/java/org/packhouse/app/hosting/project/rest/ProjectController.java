package org.packhouse.app.hosting.project.rest;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectChange;
import org.packhouse.app.hosting.project.ProjectChanges;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.LongBody;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: one project. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}")
class ProjectController {

  private final ProjectChanges changes;
  private final ProjectPictures pictures;
  private final ProjectViews views;

  ProjectController(ProjectChanges changes, ProjectPictures pictures, ProjectViews views) {
    this.changes = changes;
    this.pictures = pictures;
    this.views = views;
  }

  @GetMapping
  ProjectView get(@Requires(Permission.PROJECT_VIEW) Project project) {
    return views.of(project);
  }

  @LongBody("It may hold the picture.")
  @PutMapping
  ProjectView update(
      @Requires(Permission.PROJECT_ADMIN) Project project, @RequestBody ProjectBody body) {
    byte[] picture = pictures.read(body.avatar());
    ProjectChange change =
        new ProjectChange(body.key(), body.name(), body.description(), body.isPublic());
    Project changed = changes.update(project.id(), change);
    pictures.show(changed, picture);
    return views.of(changed);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.PROJECT_ADMIN) Project project) {
    changes.delete(project.id());
  }
}
