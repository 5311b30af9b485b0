package org.packhouse.app.hosting.people;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryView;
import org.packhouse.app.hosting.repository.RepositoryViews;
import org.packhouse.app.identity.auth.AccessKey;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
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

/** REST: access keys of a repository, for its administrators. */
@RestController
@RequestMapping(RestPaths.KEYS + "/projects/{projectKey}/repos/{repositorySlug}/ssh")
class RepositoryKeysController {

  private final AccessKeyRequests keys;
  private final Targets targets;
  private final RepositoryViews views;
  private final CurrentCaller caller;

  RepositoryKeysController(
      AccessKeyRequests keys, Targets targets, RepositoryViews views, CurrentCaller caller) {
    this.keys = keys;
    this.targets = targets;
    this.views = views;
    this.caller = caller;
  }

  @GetMapping
  Page<AccessKeyJson> list(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String permission,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    Repository repository = administered(projectKey, repositorySlug);
    RepositoryView view = views.of(repository);
    return keys.list(id(repository), permission, filter, page)
        .map(key -> AccessKeyJson.of(key, view));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  AccessKeyJson add(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestBody AccessKeyRequests.Body body) {
    Repository repository = administered(projectKey, repositorySlug);
    Ranks.requireNoToken(caller.get());
    return show(keys.add(id(repository), body), repository);
  }

  @GetMapping("/{keyId}")
  AccessKeyJson get(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable long keyId) {
    Repository repository = administered(projectKey, repositorySlug);
    return show(keys.get(id(repository), keyId), repository);
  }

  @PutMapping("/{keyId}/permission/{permission}")
  AccessKeyJson change(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable long keyId,
      @PathVariable String permission) {
    Repository repository = administered(projectKey, repositorySlug);
    Ranks.requireNoToken(caller.get());
    return show(keys.change(id(repository), keyId, permission), repository);
  }

  @PutMapping("/{keyId}/permission")
  AccessKeyJson changeByBody(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable long keyId,
      @RequestParam(required = false) @Nullable String permission,
      @RequestBody(required = false) @Nullable JsonNode body) {
    Repository repository = administered(projectKey, repositorySlug);
    Ranks.requireNoToken(caller.get());
    return show(keys.change(id(repository), keyId, permission, body), repository);
  }

  @DeleteMapping("/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable long keyId) {
    keys.remove(id(administered(projectKey, repositorySlug)), keyId);
  }

  private Repository administered(String projectKey, String repositorySlug) {
    return targets.repositoryOf(caller.get(), projectKey, repositorySlug, Permission.REPO_ADMIN);
  }

  private AccessKeyJson show(AccessKey key, Repository repository) {
    return AccessKeyJson.of(key, views.of(repository));
  }

  private static ResourceId id(Repository repository) {
    return new RepositoryId(repository.id());
  }
}
