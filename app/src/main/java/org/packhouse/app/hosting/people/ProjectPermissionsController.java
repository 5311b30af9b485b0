package org.packhouse.app.hosting.people;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: permissions on a project, for its administrators. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/permissions")
class ProjectPermissionsController {

  private final Targets targets;
  private final GrantPages pages;
  private final ResourceGrants grants;
  private final GrantSearch search;
  private final PermissionGrants defaults;
  private final CurrentCaller caller;

  ProjectPermissionsController(
      Targets targets,
      GrantPages pages,
      ResourceGrants grants,
      GrantSearch search,
      PermissionGrants defaults,
      CurrentCaller caller) {
    this.targets = targets;
    this.pages = pages;
    this.grants = grants;
    this.search = search;
    this.defaults = defaults;
    this.caller = caller;
  }

  @GetMapping("/users")
  Page<PermittedUser> users(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.users(administered(projectKey), filter, page);
  }

  @GetMapping("/users/none")
  Page<UserJson> usersWithout(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.usersWithout(administered(projectKey), filter, page);
  }

  @PutMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToUsers(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToUsers(administered(projectKey), name, permission);
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUsers(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromUsers(administered(projectKey), name);
  }

  @GetMapping("/groups")
  Page<PermittedGroup> groups(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groups(administered(projectKey), filter, page);
  }

  @GetMapping("/groups/none")
  Page<DetailedGroup> groupsWithout(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groupsWithout(administered(projectKey), filter, page);
  }

  @PutMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToGroups(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToGroups(administered(projectKey), name, permission);
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroups(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromGroups(administered(projectKey), name);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable List<String> user,
      @RequestParam(required = false) @Nullable List<String> group) {
    grants.revoke(administered(projectKey), user, group);
  }

  @GetMapping("/search")
  Page<Object> search(
      @PathVariable String projectKey,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    return search.find(administered(projectKey), filterText, type, permission, page);
  }

  /** Whether every signed-in user holds the permission by default. */
  record Permitted(boolean permitted) {}

  @GetMapping("/{permission}/all")
  Permitted isDefault(@PathVariable String projectKey, @PathVariable String permission) {
    ProjectId project = administered(projectKey);
    Permission wanted = permission(permission);
    Permission present = defaults.defaultOf(project);
    return new Permitted(present != null && present.includes(wanted));
  }

  @PostMapping("/{permission}/all")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setDefault(
      @PathVariable String projectKey,
      @PathVariable String permission,
      @RequestParam(required = false) @Nullable Boolean allow) {
    ProjectId project = administered(projectKey);
    Permission wanted = permission(permission);
    if (allow == null) {
      throw new InvalidFieldException("allow", "The parameter allow is required: true or false.");
    }
    Permission present = defaults.defaultOf(project);
    if (allow) {
      defaults.setDefault(project, wanted);
    } else if (present != null && present.includes(wanted)) {
      defaults.setDefault(project, null);
    }
  }

  private static Permission permission(String name) {
    Collection<Permission> grantable = RequestFields.grantable(Scope.PROJECT);
    return RequestFields.permission(name, grantable);
  }

  private ProjectId administered(String projectKey) {
    return targets.project(caller.get(), projectKey, Permission.PROJECT_ADMIN);
  }
}
