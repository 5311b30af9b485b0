package org.packhouse.app.identity.permission.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
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
  private final PermissionGrants grants;
  private final TransactionTemplate transaction;

  ResourcePermissionsController(
      GrantViews pages, PermissionGrants grants, TransactionTemplate transaction) {
    this.pages = pages;
    this.grants = grants;
    this.transaction = transaction;
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
    Permission granted = permission(resource, permission);
    grant(resource, pages.usersNamed(RequestFields.required("name", name)), granted);
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUsers(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name) {
    revoke(resource, pages.usersNamed(RequestFields.required("name", name)));
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
    Permission granted = permission(resource, permission);
    grant(resource, pages.groupsNamed(RequestFields.required("name", name)), granted);
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroups(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> name) {
    revoke(resource, pages.groupsNamed(RequestFields.required("name", name)));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable List<String> user,
      @RequestParam(required = false) @Nullable List<String> group) {
    List<Grantee> grantees = new ArrayList<>();
    if (user != null) {
      grantees.addAll(pages.usersNamed(user));
    }
    if (group != null) {
      grantees.addAll(pages.groupsNamed(group));
    }
    revoke(resource, grantees);
  }

  @GetMapping("/search")
  Page<Object> search(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    return pages.search(resource, filterText, type, permission, page);
  }

  private void grant(ResourceId resource, List<Grantee> grantees, Permission granted) {
    transaction.executeWithoutResult(
        _ -> grantees.forEach(it -> grants.grant(it, resource, granted)));
  }

  private void revoke(ResourceId resource, List<Grantee> grantees) {
    transaction.executeWithoutResult(_ -> grantees.forEach(it -> grants.revoke(it, resource)));
  }

  private static Permission permission(ResourceId resource, @Nullable String name) {
    Scope scope = resource instanceof ProjectId ? Scope.PROJECT : Scope.REPOSITORY;
    return RequestFields.permission(name, RequestFields.grantable(scope));
  }
}
