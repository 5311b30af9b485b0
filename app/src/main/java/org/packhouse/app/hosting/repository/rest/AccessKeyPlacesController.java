package org.packhouse.app.hosting.repository.rest;

import java.util.Optional;
import java.util.function.Function;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.hosting.project.rest.ProjectViews;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.identity.key.AccessKeys.AccessKey;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the places that an access key is added to, as far as the caller administers them. */
@RestController
@RequestMapping(RestPaths.KEYS + "/ssh/{keyId}")
class AccessKeyPlacesController {

  private final AccessKeyRequests keys;
  private final Projects projects;
  private final ProjectViews projectViews;
  private final Repositories repositories;
  private final RepositoryViews repositoryViews;
  private final Permissions permissions;

  AccessKeyPlacesController(
      AccessKeyRequests keys,
      Projects projects,
      ProjectViews projectViews,
      Repositories repositories,
      RepositoryViews repositoryViews,
      Permissions permissions) {
    this.keys = keys;
    this.projects = projects;
    this.projectViews = projectViews;
    this.repositories = repositories;
    this.repositoryViews = repositoryViews;
    this.permissions = permissions;
  }

  @GetMapping("/projects")
  Page<AccessKeyView> projects(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable long keyId,
      PageRequest page) {
    return places(
        keyId,
        page,
        key ->
            key.resource() instanceof ProjectId id
                    && permissions.test(caller, id, Permission.PROJECT_ADMIN)
                ? projects.findById(id.id()).map(it -> AccessKeyView.of(key, projectViews.of(it)))
                : Optional.empty());
  }

  @GetMapping("/repos")
  Page<AccessKeyView> repositories(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable long keyId,
      PageRequest page) {
    return places(
        keyId,
        page,
        key ->
            key.resource() instanceof RepositoryId id
                    && permissions.test(caller, id, Permission.REPO_ADMIN)
                ? repositories
                    .findById(id.id())
                    .map(it -> AccessKeyView.of(key, repositoryViews.of(it)))
                : Optional.empty());
  }

  private Page<AccessKeyView> places(
      long keyId, PageRequest page, Function<AccessKey, Optional<AccessKeyView>> shown) {
    return Page.ofAll(
        page, keys.placesOf(keyId).stream().map(shown).flatMap(Optional::stream).toList());
  }
}
