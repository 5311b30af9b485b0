package org.packhouse.app.identity.permission;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.ForbiddenException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps administrators from climbing: who changes an account, a group or a grant must hold what it
 * holds. And keeps the server administrable: no change may leave it without a system administrator,
 * or take rights from the administrator who makes it.
 */
@Component
public class PrivilegeGuard {

  private final Permissions permissions;
  private final PermissionGrants grants;
  private final TransactionTemplate transaction;

  PrivilegeGuard(
      Permissions permissions, PermissionGrants grants, TransactionTemplate transaction) {
    this.permissions = permissions;
    this.grants = grants;
    this.transaction = transaction;
  }

  /** Lets administrators pass. */
  public void requireAdministrator(Caller caller) {
    permissions.check(caller, Permission.ADMIN);
  }

  /** Lets administrators pass who may do all that the user may do. */
  public void requireOver(Caller caller, User user) {
    requireAdministrator(caller);
    requireAtLeast(caller, grants.globalOf(user));
  }

  /** Lets users pass whose own account it is, and administrators as {@link #requireOver} does. */
  public void requireSelfOrOver(Caller caller, User user) {
    if (!isSelf(caller, user)) {
      requireOver(caller, user);
    }
  }

  /** Whether it is the caller's own account. */
  public static boolean isSelf(Caller caller, User user) {
    User self = caller.user();
    return self != null && self.id() == user.id();
  }

  /** Lets administrators pass who may do all that the group's members may do. */
  public void requireOver(Caller caller, Group group) {
    requireAdministrator(caller);
    requireAtLeast(caller, grants.globalOf(group));
  }

  /** Lets those pass who hold the global permission themselves. */
  public void requireAtLeast(Caller caller, @Nullable Permission global) {
    if (global != null && !permissions.test(caller, global)) {
      throw new ForbiddenException(
          "The action was refused because it needs the permission %s, which you do not hold."
              .formatted(global));
    }
  }

  /** Lets users pass whose own account it is, by no token, and administrators over it. */
  public void requireToChange(Caller caller, User user) {
    if (isSelf(caller, user)) {
      requireNoToken(caller);
    } else {
      requireOver(caller, user);
    }
  }

  /**
   * Lets those pass who signed in by more than an access token, a user's or another's: tokens make
   * no credentials and change nothing of their user's account.
   */
  public static void requireNoToken(Caller caller) {
    if (caller instanceof Caller.ResourceBound
        || (caller instanceof Caller.SignedIn(_, var limit, _) && limit != null)) {
      throw new NotPermittedException(
          "An access token cannot make credentials or change an account; use a password.",
          true,
          false);
    }
  }

  /**
   * Lets everybody pass who showed anything: access keys and tokens of projects see users too,
   * though they hold nothing on the server.
   */
  public static void requireSomebody(Caller caller) {
    if (caller instanceof Caller.Anonymous) {
      throw new NotPermittedException("Sign in to see users.", true, true);
    }
  }

  /** Makes a change in one transaction, and takes it back if it goes too far. */
  public <T> T within(Caller caller, Supplier<T> change) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          User self = caller.user();
          Permission before = self == null ? null : grants.globalOf(self);
          T result = change.get();
          if (!grants.hasSystemAdministrator()) {
            throw tooFar("it would leave the server without a system administrator");
          }
          Permission after = self == null ? null : grants.globalOf(self);
          if (before != null && (after == null || !after.includes(before))) {
            throw tooFar("it would take permissions from you");
          }
          return result;
        }));
  }

  private static RefusedException tooFar(String why) {
    return new ConflictException(Conflict.INTEGRITY, "The action was refused because " + why + ".");
  }
}
