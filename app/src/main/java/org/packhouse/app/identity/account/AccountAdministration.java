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
 * Administers accounts and groups. Each call checks the caller's permission and is one transaction.
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

  /** Creates a person with a password, who may sign in if put into the default group. */
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

  /** Activates or deactivates an account other than the caller's own. */
  public User activate(Caller caller, User user, boolean active) {
    ranks.requireOver(caller, user);
    requireAnother(caller, user, "deactivate");
    return ranks.within(caller, () -> accounts.activate(user, active));
  }

  /** Deletes an account other than the caller's own. */
  public void delete(Caller caller, User user) {
    ranks.requireOver(caller, user);
    requireAnother(caller, user, "delete");
    ranks.within(caller, () -> accounts.delete(user));
  }

  public Group createGroup(Caller caller, String name) {
    ranks.requireAdministrator(caller);
    return groups.create(name);
  }

  public void deleteGroup(Caller caller, Group group) {
    ranks.requireOver(caller, group);
    ranks.within(caller, () -> groups.delete(group));
  }

  /** Adds every user to every group. */
  public void join(Caller caller, Collection<Group> into, Collection<User> users) {
    into.forEach(group -> ranks.requireOver(caller, group));
    ranks.within(
        caller, () -> into.forEach(group -> users.forEach(user -> groups.add(group, user))));
  }

  public void leave(Caller caller, Group group, User user) {
    ranks.requireOver(caller, group);
    ranks.within(caller, () -> groups.remove(group, user));
  }

  private static void requireAnother(Caller caller, User user, String what) {
    User self = caller.user();
    if (self != null && self.id() == user.id()) {
      throw new ForbiddenException("You cannot " + what + " your own account.");
    }
  }
}
