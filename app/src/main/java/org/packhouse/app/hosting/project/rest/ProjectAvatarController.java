package org.packhouse.app.hosting.project.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.avatar.rest.AvatarResponses;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Avatars of projects, for REST and pages. */
@RestController
class ProjectAvatarController {

  private final Avatars avatars;

  ProjectAvatarController(Avatars avatars) {
    this.avatars = avatars;
  }

  @GetMapping({
    RestPaths.API + "/projects/{projectKey}/avatar.png",
    "/projects/{projectKey}/avatar.png"
  })
  ResponseEntity<byte[]> get(
      @Requires(Permission.PROJECT_VIEW) Project project,
      @RequestParam(defaultValue = "256") int s) {
    return AvatarResponses.send(avatars.get(ProjectPictures.owner(project), project.name(), s));
  }

  @PostMapping(RestPaths.API + "/projects/{projectKey}/avatar.png")
  @ResponseStatus(HttpStatus.CREATED)
  void put(@Requires(Permission.PROJECT_ADMIN) Project project, HttpServletRequest request) {
    avatars.put(ProjectPictures.owner(project), AvatarResponses.read(request, avatars.maxSize()));
  }
}
