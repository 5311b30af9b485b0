package org.packhouse.app.hosting.project;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.avatar.AvatarAnswers;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The pictures of projects, for REST and for pages. */
@RestController
class ProjectAvatarController {

  private final ProjectAccess access;
  private final Avatars avatars;
  private final CurrentCaller caller;

  ProjectAvatarController(ProjectAccess access, Avatars avatars, CurrentCaller caller) {
    this.access = access;
    this.avatars = avatars;
    this.caller = caller;
  }

  @GetMapping({
    RestPaths.API + "/projects/{projectKey}/avatar.png",
    "/projects/{projectKey}/avatar.png"
  })
  ResponseEntity<byte[]> get(
      @PathVariable String projectKey, @RequestParam(defaultValue = "256") int s) {
    Project project = access.require(caller.get(), projectKey, Permission.PROJECT_VIEW);
    return AvatarAnswers.send(avatars.get(ProjectPictures.owner(project), project.name(), s));
  }

  @PostMapping(RestPaths.API + "/projects/{projectKey}/avatar.png")
  @ResponseStatus(HttpStatus.CREATED)
  void put(@PathVariable String projectKey, HttpServletRequest request) {
    Project project = access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN);
    avatars.put(ProjectPictures.owner(project), AvatarAnswers.read(request, avatars.maxSize()));
  }
}
