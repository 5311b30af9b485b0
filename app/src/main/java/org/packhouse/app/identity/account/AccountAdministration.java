package org.packhouse.app.identity.account;

import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ForbiddenException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Administrators' work on accounts and groups, for REST and pages: each call checks the caller's
 * permission and is one transaction.
 */
@Service
public class AccountAdministration {

  private final Accounts accounts;
  private final Groups groups;
  private final Passwords passwords;
  private final PrivilegeGuard ranks;
  private final TransactionTemplate transaction;

  AccountAdministration(
      Accounts accounts,
      Groups groups,
      Passwords passwords,
      PrivilegeGuard ranks,
      TransactionTemplate transaction) {
    this.accounts = accounts;
    this.groups = groups;
    this.passwords = passwords;
    this.ranks = ranks;
    this.transaction = transaction;
  }

  /** Creates a person with a password; in the default group they may sign in. */
  public User create(
      Caller caller,
      String name,
      String password,
      String displayName,
      @Nullable String emailAddress,
      boolean addToDefaultGroup) {
    ranks.requireAdministrator(caller);
    Passwords.check(password, name);
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          User user = accounts.create(NewUser.person(name, displayName, emailAddress));
          passwords.set(user, password);
          if (addToDefaultGroup) {
            groups.findByName(Groups.DEFAULT).ifPresent(group -> groups.add(group, user));
          }
          return user;
        }));
  }

  /** Lets a user in again, or shuts them out. Nobody does that to themselves. */
  public User activate(Caller caller, User user, boolean active) {
    ranks.requireOver(caller, user);
    requireAnother(caller, user, "deactivate");
    return ranks.within(caller, () -> accounts.activate(user, active));
  }

  /** Removes a user. Nobody removes themselves. */
  public void delete(Caller caller, User user) {
    ranks.requireOver(caller, user);
    requireAnother(caller, user, "delete");
    ranks.within(
        caller,
        () -> {
          accounts.delete(user);
          return user;
        });
  }

  /** Creates a group. */
  public Group createGroup(Caller caller, String name) {
    ranks.requireAdministrator(caller);
    return groups.create(name);
  }

  /** Removes a group. */
  public void deleteGroup(Caller caller, Group group) {
    ranks.requireOver(caller, group);
    ranks.within(
        caller,
        () -> {
          groups.delete(group);
          return group;
        });
  }

  /** Puts users into groups, each into each. */
  public void join(Caller caller, Collection<Group> into, Collection<User> users) {
    into.forEach(group -> ranks.requireOver(caller, group));
    ranks.within(
        caller,
        () -> {
          into.forEach(group -> users.forEach(user -> groups.add(group, user)));
          return into;
        });
  }

  /** Takes a user out of a group. */
  public void leave(Caller caller, Group group, User user) {
    ranks.requireOver(caller, group);
    ranks.within(
        caller,
        () -> {
          groups.remove(group, user);
          return group;
        });
  }

  private static void requireAnother(Caller caller, User user, String what) {
    User self = caller.user();
    if (self != null && self.id() == user.id()) {
      throw new ForbiddenException("You cannot " + what + " your own account.");
    }
  }
}
