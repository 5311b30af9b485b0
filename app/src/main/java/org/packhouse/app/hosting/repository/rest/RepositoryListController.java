package org.packhouse.app.hosting.repository.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: lists of repositories, and their creation. */
@RestController
@RequestMapping(RestPaths.API)
class RepositoryListController {

  private final RepositorySearch search;
  private final RepositoryCreation creation;
  private final RepositoryViews views;
  private final Permissions permissions;

  RepositoryListController(
      RepositorySearch search,
      RepositoryCreation creation,
      RepositoryViews views,
      Permissions permissions) {
    this.search = search;
    this.creation = creation;
    this.views = views;
    this.permissions = permissions;
  }

  record Body(
      @Nullable String name,
      @Nullable String description,
      @Nullable String defaultBranch,
      @Nullable String scmId,
      @JsonProperty("public") @Nullable Boolean isPublic,
      @Nullable Boolean forkable) {}

  /** The query parameters of the search, by the names of the dialect. */
  record Query(
      @Nullable String name,
      @Nullable String projectname,
      @Nullable String projectkey,
      @Nullable String permission,
      @Nullable String state,
      @Nullable String visibility,
      @Nullable String archived) {
    RepositoryFilter filter() {
      return new RepositoryFilter(
          name,
          projectname,
          projectkey,
          RepositoryFilter.permission(permission),
          RepositoryFilter.state(state),
          RepositoryFilter.visibility(visibility),
          RepositoryFilter.archived(archived));
    }
  }

  @GetMapping("/projects/{projectKey}/repos")
  Page<RepositoryView> ofProject(
      @Requires(Permission.PROJECT_VIEW) Project project, Caller caller, PageRequest page) {
    return views(search.find(caller, RepositoryFilter.of(project.key()), page));
  }

  @PostMapping("/projects/{projectKey}/repos")
  @ResponseStatus(HttpStatus.CREATED)
  RepositoryView create(
      @Requires(Permission.REPO_CREATE) Project project, Caller caller, @RequestBody Body body) {
    if (body.scmId() != null && !body.scmId().equals("git")) {
      throw new InvalidFieldException(
          "scmId",
          "The only kind of repository is git, not %s."
              .formatted(InvalidFieldException.quote(body.scmId())));
    }
    NewRepository wanted =
        new NewRepository(
            body.name(),
            body.description(),
            body.defaultBranch(),
            Boolean.TRUE.equals(body.isPublic()),
            !Boolean.FALSE.equals(body.forkable()));
    boolean administers =
        permissions.test(caller, new ProjectId(project.id()), Permission.PROJECT_ADMIN);
    User creator = administers ? null : caller.user();
    return views.of(creation.create(project, wanted, creator));
  }

  @Open("lists what the caller may read")
  @GetMapping("/repos")
  Page<RepositoryView> find(Caller caller, Query query, PageRequest page) {
    return views(search.find(caller, query.filter(), page));
  }

  private Page<RepositoryView> views(Page<Repository> found) {
    return found.with(views.of(found.values()));
  }
}
