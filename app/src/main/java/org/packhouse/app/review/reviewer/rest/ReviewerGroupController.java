package org.packhouse.app.review.reviewer.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.reviewer.ReviewerGroup;
import org.packhouse.app.review.reviewer.ReviewerGroups;
import org.packhouse.app.review.reviewer.ReviewerNames;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: groups of reviewers of projects and repositories. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/settings/reviewer-groups",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/settings/reviewer-groups"
})
class ReviewerGroupController {

  private final ReviewerGroups groups;
  private final ReviewerNames names;
  private final ReviewerViews views;

  ReviewerGroupController(ReviewerGroups groups, ReviewerNames names, ReviewerViews views) {
    this.groups = groups;
    this.names = names;
    this.views = views;
  }

  record GroupBody(
      @Nullable String name,
      @Nullable String description,
      @Nullable List<ReviewerNames.@Nullable Named> users) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record GroupView(
      long id, String name, @Nullable String description, ScopeView scope, List<UserView> users) {}

  @GetMapping
  Page<GroupView> list(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      PageRequest page) {
    Page<ReviewerGroup> found = Page.ofOneMore(page, groups.list(resource, page));
    return found.with(views(found.values()));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  GroupView add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody GroupBody body) {
    return get(
        resource,
        groups.add(
            resource, body.name(), body.description(), names.require("users", body.users())));
  }

  @GetMapping("/{id}")
  GroupView get(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      @PathVariable long id) {
    return views(List.of(groups.require(resource, id))).getFirst();
  }

  @PutMapping("/{id}")
  GroupView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id,
      @RequestBody GroupBody body) {
    groups.change(
        resource,
        id,
        body.name(),
        body.description(),
        body.users() == null ? null : names.require("users", body.users()));
    return get(resource, id);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id) {
    groups.delete(resource, id);
  }

  @GetMapping("/{id}/users")
  List<UserView> users(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      @PathVariable long id) {
    return get(resource, id).users();
  }

  private List<GroupView> views(List<ReviewerGroup> found) {
    Map<Long, User> users = names.of(found.stream().map(ReviewerGroup::userIds).toList());
    return found.stream()
        .map(group ->
            new GroupView(
                group.id(),
                group.name(),
                group.description(),
                ScopeView.of(group.scope()),
                views.of(group.userIds(), users)))
        .toList();
  }
}
