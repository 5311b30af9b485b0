package org.packhouse.app.identity.permission;

import java.util.Collection;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Service;

/** Administers global permissions. Each call checks the caller and is one transaction. */
@Service
public class GlobalGrants {

  private final PermissionGrants grants;
  private final PrivilegeGuard ranks;

  GlobalGrants(PermissionGrants grants, PrivilegeGuard ranks) {
    this.grants = grants;
    this.ranks = ranks;
  }

  public void grantToUsers(Caller caller, Collection<User> users, Permission granted) {
    ranks.requireAdministrator(caller);
    users.forEach(user -> ranks.requireAtLeast(caller, grants.globalOf(user)));
    ranks.requireAtLeast(caller, granted);
    ranks.within(
        caller,
        () -> {
          users.forEach(user -> grants.grant(grantee(user), granted));
          return users;
        });
  }

  public void grantToGroups(Caller caller, Collection<Group> groups, Permission granted) {
    ranks.requireAdministrator(caller);
    groups.forEach(group -> ranks.requireAtLeast(caller, grants.globalOf(group)));
    ranks.requireAtLeast(caller, granted);
    ranks.within(
        caller,
        () -> {
          groups.forEach(group -> grants.grant(grantee(group), granted));
          return groups;
        });
  }

  public void revoke(Caller caller, User user) {
    ranks.requireAdministrator(caller);
    ranks.requireAtLeast(caller, grants.globalOf(user));
    ranks.within(
        caller,
        () -> {
          grants.revoke(grantee(user));
          return user;
        });
  }

  public void revoke(Caller caller, Group group) {
    ranks.requireAdministrator(caller);
    ranks.requireAtLeast(caller, grants.globalOf(group));
    ranks.within(
        caller,
        () -> {
          grants.revoke(grantee(group));
          return group;
        });
  }

  private static Grantee grantee(User user) {
    return new Grantee.ToUser(user.id(), user.name());
  }

  private static Grantee grantee(Group group) {
    return new Grantee.ToGroup(group.id(), group.name());
  }
}
