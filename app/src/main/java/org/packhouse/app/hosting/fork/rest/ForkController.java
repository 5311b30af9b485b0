package org.packhouse.app.hosting.fork.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.ForkRequests;
import org.packhouse.app.hosting.fork.Forking;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: forks of a repository, and the other members of its fork network. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class ForkController {

  private final ForkRequests requests;
  private final RepositorySearch search;
  private final RepositoryViews views;

  ForkController(ForkRequests requests, RepositorySearch search, RepositoryViews views) {
    this.requests = requests;
    this.search = search;
    this.views = views;
  }

  record ProjectReference(@Nullable String key) {}

  record Body(
      @Nullable String name,
      @Nullable String slug,
      @Nullable String description,
      @Nullable String defaultBranch,
      @Nullable ProjectReference project) {

    static final Body EMPTY = new Body(null, null, null, null, null);

    Forking.NewFork wanted() {
      return new Forking.NewFork(name == null ? slug : name, description, defaultBranch);
    }
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  RepositoryView fork(
      @Requires(Permission.REPO_READ) Repository origin,
      Caller caller,
      @RequestBody(required = false) @Nullable Body body)
      throws IOException {
    Body wanted = body == null ? Body.EMPTY : body;
    String into = wanted.project() == null ? null : wanted.project().key();
    return views.of(requests.fork(caller, origin, into, wanted.wanted()));
  }

  @GetMapping("/forks")
  Page<RepositoryView> forks(
      @Requires(Permission.REPO_READ) Repository origin, Caller caller, PageRequest page) {
    return shown(search.findForks(caller, origin, page));
  }

  @GetMapping("/related")
  Page<RepositoryView> related(
      @Requires(Permission.REPO_READ) Repository member, Caller caller, PageRequest page) {
    return shown(search.findRelated(caller, member, page));
  }

  private Page<RepositoryView> shown(Page<Repository> found) {
    return found.with(views.of(found.values()));
  }
}
