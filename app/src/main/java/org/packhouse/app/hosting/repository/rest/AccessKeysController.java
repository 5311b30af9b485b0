package org.packhouse.app.hosting.repository.rest;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.rest.ProjectView;
import org.packhouse.app.hosting.project.rest.ProjectViews;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.key.AccessKeys.AccessKey;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
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

/** REST: access keys of a project or a repository, for its administrators. */
@RestController
@RequestMapping({
  RestPaths.KEYS + "/projects/{projectKey}/ssh",
  RestPaths.KEYS + "/projects/{projectKey}/repos/{repositorySlug}/ssh"
})
class AccessKeysController {

  private final AccessKeyRequests keys;
  private final ProjectViews projects;
  private final RepositoryViews repositories;

  AccessKeysController(
      AccessKeyRequests keys, ProjectViews projects, RepositoryViews repositories) {
    this.keys = keys;
    this.projects = projects;
    this.repositories = repositories;
  }

  @GetMapping
  Page<AccessKeyView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestParam(required = false) @Nullable String permission,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return keys.list(resource.id(), permission, filter, page).map(shownOn(resource));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  AccessKeyView add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody AccessKeyRequests.Body body) {
    return shownOn(resource).apply(keys.add(resource.id(), body));
  }

  @GetMapping("/{keyId}")
  AccessKeyView get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long keyId) {
    return shownOn(resource).apply(keys.get(resource.id(), keyId));
  }

  @PutMapping("/{keyId}/permission/{permission}")
  AccessKeyView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long keyId,
      @PathVariable String permission) {
    return shownOn(resource).apply(keys.change(resource.id(), keyId, permission));
  }

  @PutMapping("/{keyId}/permission")
  AccessKeyView changeByBody(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long keyId,
      @RequestParam(required = false) @Nullable String permission,
      @RequestBody(required = false) @Nullable JsonNode body) {
    return shownOn(resource).apply(keys.change(resource.id(), keyId, permission, body));
  }

  @DeleteMapping("/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long keyId) {
    keys.remove(resource.id(), keyId);
  }

  private Function<AccessKey, AccessKeyView> shownOn(Resource resource) {
    Repository repository = resource.repository();
    if (repository == null) {
      ProjectView project = projects.of(resource.project());
      return key -> AccessKeyView.of(key, project);
    }
    RepositoryView view = repositories.of(repository);
    return key -> AccessKeyView.of(key, view);
  }
}
