package org.packhouse.app.identity.permission.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: permissions on a project or a repository, for its administrators. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/permissions",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/permissions"
})
class ResourcePermissionsController {

  private final GrantViews pages;
  private final ResourceGrants grants;
  private final GrantSearch search;

  ResourcePermissionsController(GrantViews pages, ResourceGrants grants, GrantSearch search) {
    this.pages = pages;
    this.grants = grants;
    this.search = search;
  }

  @GetMapping("/users")
  Page<PermittedUser> users(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.users(resource, filter, page);
  }

  @GetMapping("/users/none")
  Page<UserView> usersWithout(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.usersWithout(resource, filter, page);
  }

  @PutMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToUsers(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToUsers(resource, name, permission);
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUsers(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromUsers(resource, name);
  }

  @GetMapping("/groups")
  Page<PermittedGroup> groups(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groups(resource, filter, page);
  }

  @GetMapping("/groups/none")
  Page<DetailedGroup> groupsWithout(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groupsWithout(resource, filter, page);
  }

  @PutMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToGroups(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToGroups(resource, name, permission);
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroups(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromGroups(resource, name);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> user,
      @RequestParam(required = false) @Nullable List<String> group) {
    grants.revoke(resource, user, group);
  }

  @GetMapping("/search")
  Page<Object> search(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    return search.find(resource, filterText, type, permission, page);
  }
}
