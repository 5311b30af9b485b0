package org.packhouse.app.identity.permission.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.GlobalGrants;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Principals;
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

/** REST: global permissions, for administrators. */
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.API + "/admin/permissions")
class GlobalPermissionsController {

  private final GrantViews pages;
  private final Principals principals;
  private final GlobalGrants grants;

  GlobalPermissionsController(GrantViews pages, Principals principals, GlobalGrants grants) {
    this.pages = pages;
    this.principals = principals;
    this.grants = grants;
  }

  @GetMapping("/users")
  Page<PermittedUser> users(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return pages.users(null, filter, page);
  }

  @GetMapping("/users/none")
  Page<UserView> usersWithout(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return pages.usersWithout(null, filter, page);
  }

  @PutMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToUsers(
      Caller caller,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    Permission granted = permission(permission);
    grants.grant(caller, pages.usersNamed(RequestFields.required("name", name)), granted);
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUser(Caller caller, @RequestParam(required = false) @Nullable String name) {
    grants.revoke(caller, Grantee.of(principals.user(RequestFields.required("name", name))));
  }

  @GetMapping("/groups")
  Page<PermittedGroup> groups(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return pages.groups(null, filter, page);
  }

  @GetMapping("/groups/none")
  Page<DetailedGroup> groupsWithout(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return pages.groupsWithout(null, filter, page);
  }

  @PutMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToGroups(
      Caller caller,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    Permission granted = permission(permission);
    grants.grant(caller, pages.groupsNamed(RequestFields.required("name", name)), granted);
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroup(Caller caller, @RequestParam(required = false) @Nullable String name) {
    grants.revoke(caller, Grantee.of(principals.group(RequestFields.required("name", name))));
  }

  private static Permission permission(@Nullable String name) {
    return RequestFields.permission(name, RequestFields.grantable(Scope.GLOBAL));
  }
}
