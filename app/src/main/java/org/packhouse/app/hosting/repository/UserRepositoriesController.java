package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the repositories of a user's personal project, by the user's slug. */
@RestController
@RequestMapping(RestPaths.API + "/users/{userSlug}/repos")
class UserRepositoriesController {

  private final RepositorySearch search;
  private final RepositoryViews views;

  UserRepositoriesController(RepositorySearch search, RepositoryViews views) {
    this.search = search;
    this.views = views;
  }

  @GetMapping
  Page<RepositoryView> list(
      @Requires(Permission.PROJECT_VIEW) Project project, Caller caller, PageRequest page) {
    Page<Repository> found = search.find(caller, RepositoryFilter.of(project.key()), page);
    return found.with(views.of(found.values()));
  }

  @GetMapping("/{slug}")
  RepositoryView get(@Requires(Permission.REPO_READ) Repository repository) {
    return views.of(repository);
  }
}
