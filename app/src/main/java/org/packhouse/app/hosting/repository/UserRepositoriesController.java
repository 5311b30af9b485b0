package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.MovedException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the repositories of a user's personal project, by the user's slug. */
@RestController
@RequestMapping(RestPaths.API + "/users/{userSlug}/repos")
class UserRepositoriesController {

  private final ProjectAccess projects;
  private final RepositoryAccess access;
  private final RepositorySearch search;
  private final RepositoryViews views;
  private final CurrentCaller caller;

  UserRepositoriesController(
      ProjectAccess projects,
      RepositoryAccess access,
      RepositorySearch search,
      RepositoryViews views,
      CurrentCaller caller) {
    this.projects = projects;
    this.access = access;
    this.search = search;
    this.views = views;
    this.caller = caller;
  }

  @GetMapping
  Page<RepositoryView> list(@PathVariable String userSlug, PageRequest page) {
    Caller who = caller.get();
    try {
      Project project = projects.require(who, "~" + userSlug, Permission.PROJECT_VIEW);
      Page<Repository> found = search.find(who, RepositoryFilter.of(project.key()), page);
      return found.with(views.of(found.values()));
    } catch (MovedException e) {
      // These paths name users, and nobody has that name now.
      throw (NoSuchProjectException) new NoSuchProjectException("~" + userSlug).initCause(e);
    }
  }

  @GetMapping("/{slug}")
  RepositoryView get(@PathVariable String userSlug, @PathVariable String slug) {
    String key = "~" + userSlug;
    try {
      return views.of(access.require(caller.get(), key, slug, Permission.REPO_READ));
    } catch (MovedException e) {
      throw (NoSuchRepositoryException) new NoSuchRepositoryException(key, slug).initCause(e);
    }
  }
}
