package org.packhouse.app.hosting.repository;

import java.util.List;
import org.packhouse.app.hosting.project.ProjectViews;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: where an access key is admitted, as far as the caller administers those places. */
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
    List<AccessKeyView> shown =
        keys.placesOf(keyId).stream()
            .filter(key ->
                key.resource() instanceof ProjectId id
                    && permissions.test(caller, id, Permission.PROJECT_ADMIN))
            .flatMap(key ->
                projects.findById(key.resource().id()).stream()
                    .map(project -> AccessKeyView.of(key, projectViews.of(project))))
            .toList();
    return Page.ofAll(page, shown);
  }

  @GetMapping("/repos")
  Page<AccessKeyView> repositories(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable long keyId,
      PageRequest page) {
    List<AccessKeyView> shown =
        keys.placesOf(keyId).stream()
            .filter(key ->
                key.resource() instanceof RepositoryId id
                    && permissions.test(caller, id, Permission.REPO_ADMIN))
            .flatMap(key ->
                repositories.findById(key.resource().id()).stream()
                    .map(repository -> AccessKeyView.of(key, repositoryViews.of(repository))))
            .toList();
    return Page.ofAll(page, shown);
  }
}
