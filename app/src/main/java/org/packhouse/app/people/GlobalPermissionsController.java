package org.packhouse.app.people;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.Grantee;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permission.Scope;
import org.packhouse.app.permission.PermissionGrants;
import org.packhouse.app.rest.Page;
import org.packhouse.app.rest.PageRequest;
import org.packhouse.app.rest.RestPaths;
import org.packhouse.app.user.Group;
import org.packhouse.app.user.User;
import org.packhouse.app.user.UserJson;
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
@RequestMapping(RestPaths.API + "/admin/permissions")
class GlobalPermissionsController {

  private final GrantPages pages;
  private final Directory directory;
  private final PermissionGrants grants;
  private final Ranks ranks;
  private final CurrentCaller caller;

  GlobalPermissionsController(
      GrantPages pages,
      Directory directory,
      PermissionGrants grants,
      Ranks ranks,
      CurrentCaller caller) {
    this.pages = pages;
    this.directory = directory;
    this.grants = grants;
    this.ranks = ranks;
    this.caller = caller;
  }

  @GetMapping("/users")
  Page<PermittedUser> users(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    ranks.requireAdministrator(caller.get());
    return pages.users(null, filter, page);
  }

  @GetMapping("/users/none")
  Page<UserJson> usersWithout(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    ranks.requireAdministrator(caller.get());
    return pages.usersWithout(null, filter, page);
  }

  @PutMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToUsers(
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    Caller asking = administrator();
    Permission granted = permission(permission);
    List<User> users = RequestFields.required("name", name).stream().map(directory::user).toList();
    users.forEach(user -> ranks.requireAtLeast(asking, grants.globalOf(user)));
    ranks.requireAtLeast(asking, granted);
    ranks.within(
        asking,
        () -> {
          users.forEach(user -> grants.grant(grantee(user), granted));
          return users;
        });
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUser(@RequestParam(required = false) @Nullable String name) {
    Caller asking = administrator();
    User user = directory.user(RequestFields.required("name", name));
    ranks.requireAtLeast(asking, grants.globalOf(user));
    ranks.within(
        asking,
        () -> {
          grants.revoke(grantee(user));
          return user;
        });
  }

  @GetMapping("/groups")
  Page<PermittedGroup> groups(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    ranks.requireAdministrator(caller.get());
    return pages.groups(null, filter, page);
  }

  @GetMapping("/groups/none")
  Page<DetailedGroup> groupsWithout(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    ranks.requireAdministrator(caller.get());
    return pages.groupsWithout(null, filter, page);
  }

  @PutMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToGroups(
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    Caller asking = administrator();
    Permission granted = permission(permission);
    List<Group> groups =
        RequestFields.required("name", name).stream().map(directory::group).toList();
    groups.forEach(group -> ranks.requireAtLeast(asking, grants.globalOf(group)));
    ranks.requireAtLeast(asking, granted);
    ranks.within(
        asking,
        () -> {
          groups.forEach(group -> grants.grant(grantee(group), granted));
          return groups;
        });
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroup(@RequestParam(required = false) @Nullable String name) {
    Caller asking = administrator();
    Group group = directory.group(RequestFields.required("name", name));
    ranks.requireAtLeast(asking, grants.globalOf(group));
    ranks.within(
        asking,
        () -> {
          grants.revoke(grantee(group));
          return group;
        });
  }

  private Caller administrator() {
    Caller asking = caller.get();
    ranks.requireAdministrator(asking);
    return asking;
  }

  private static Permission permission(@Nullable String name) {
    return RequestFields.permission(name, RequestFields.grantable(Scope.GLOBAL));
  }

  private static Grantee grantee(User user) {
    return new Grantee.ToUser(user.id(), user.name());
  }

  private static Grantee grantee(Group group) {
    return new Grantee.ToGroup(group.id(), group.name());
  }
}
