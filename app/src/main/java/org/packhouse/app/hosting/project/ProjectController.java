package org.packhouse.app.hosting.project;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
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

/** REST: one project. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}")
class ProjectController {

  private final ProjectAccess access;
  private final ProjectChanges changes;
  private final ProjectPictures pictures;
  private final ProjectViews views;
  private final CurrentCaller caller;

  ProjectController(
      ProjectAccess access,
      ProjectChanges changes,
      ProjectPictures pictures,
      ProjectViews views,
      CurrentCaller caller) {
    this.access = access;
    this.changes = changes;
    this.pictures = pictures;
    this.views = views;
    this.caller = caller;
  }

  @GetMapping
  ProjectView get(@PathVariable String projectKey) {
    return views.of(access.require(caller.get(), projectKey, Permission.PROJECT_VIEW));
  }

  @PutMapping
  ProjectView update(@PathVariable String projectKey, @RequestBody ProjectBody body) {
    Project project = access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN);
    byte[] picture = pictures.read(body.avatar());
    ProjectChange change =
        new ProjectChange(body.key(), body.name(), body.description(), body.isPublic());
    Project changed = changes.update(project.id(), change);
    pictures.show(changed, picture);
    return views.of(changed);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String projectKey) {
    changes.delete(access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN).id());
  }
}
