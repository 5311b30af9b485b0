package org.packhouse.app.hosting.people;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectView;
import org.packhouse.app.hosting.project.ProjectViews;
import org.packhouse.app.identity.auth.AccessKey;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
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
import tools.jackson.databind.JsonNode;

/** REST: access keys of a project, for its administrators. */
@RestController
@RequestMapping(RestPaths.KEYS + "/projects/{projectKey}/ssh")
class ProjectKeysController {

  private final AccessKeyRequests keys;
  private final Targets targets;
  private final ProjectViews views;
  private final CurrentCaller caller;

  ProjectKeysController(
      AccessKeyRequests keys, Targets targets, ProjectViews views, CurrentCaller caller) {
    this.keys = keys;
    this.targets = targets;
    this.views = views;
    this.caller = caller;
  }

  @GetMapping
  Page<AccessKeyJson> list(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String permission,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    Project project = administered(projectKey);
    ProjectView view = views.of(project);
    return keys.list(id(project), permission, filter, page).map(key -> AccessKeyJson.of(key, view));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  AccessKeyJson add(@PathVariable String projectKey, @RequestBody AccessKeyRequests.Body body) {
    Project project = administered(projectKey);
    Ranks.requireNoToken(caller.get());
    return show(keys.add(id(project), body), project);
  }

  @GetMapping("/{keyId}")
  AccessKeyJson get(@PathVariable String projectKey, @PathVariable long keyId) {
    Project project = administered(projectKey);
    return show(keys.get(id(project), keyId), project);
  }

  @PutMapping("/{keyId}/permission/{permission}")
  AccessKeyJson change(
      @PathVariable String projectKey, @PathVariable long keyId, @PathVariable String permission) {
    Project project = administered(projectKey);
    Ranks.requireNoToken(caller.get());
    return show(keys.change(id(project), keyId, permission), project);
  }

  @PutMapping("/{keyId}/permission")
  AccessKeyJson changeByBody(
      @PathVariable String projectKey,
      @PathVariable long keyId,
      @RequestParam(required = false) @Nullable String permission,
      @RequestBody(required = false) @Nullable JsonNode body) {
    Project project = administered(projectKey);
    Ranks.requireNoToken(caller.get());
    return show(keys.change(id(project), keyId, permission, body), project);
  }

  @DeleteMapping("/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable String projectKey, @PathVariable long keyId) {
    keys.remove(id(administered(projectKey)), keyId);
  }

  private Project administered(String projectKey) {
    return targets.projectOf(caller.get(), projectKey, Permission.PROJECT_ADMIN);
  }

  private AccessKeyJson show(AccessKey key, Project project) {
    return AccessKeyJson.of(key, views.of(project));
  }

  private static ResourceId id(Project project) {
    return new ProjectId(project.id());
  }
}
