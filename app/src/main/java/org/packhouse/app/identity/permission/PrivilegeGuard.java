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
 * Prevents escalation: whoever changes an account, a group or a grant must hold what it holds, and
 * nobody removes the last system administrator or permissions of their own.
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

  public void requireAdministrator(Caller caller) {
    permissions.check(caller, Permission.ADMIN);
  }

  /** Requires an administrator who holds what the user holds. */
  public void requireOver(Caller caller, User user) {
    requireAdministrator(caller);
    requireAtLeast(caller, grants.globalOf(Grantee.of(user)));
  }

  /** Requires the caller's own account, or an administrator as {@link #requireOver} does. */
  public void requireSelfOrOver(Caller caller, User user) {
    if (!isSelf(caller, user)) {
      requireOver(caller, user);
    }
  }

  public static boolean isSelf(Caller caller, User user) {
    User self = caller.user();
    return self != null && self.id() == user.id();
  }

  /** Requires an administrator who holds what the group holds. */
  public void requireOver(Caller caller, Group group) {
    requireAdministrator(caller);
    requireAtLeast(caller, grants.globalOf(Grantee.of(group)));
  }

  public void requireAtLeast(Caller caller, @Nullable Permission global) {
    if (global != null && !permissions.test(caller, global)) {
      throw new ForbiddenException(
          "The action was refused because it needs the permission %s, which you do not hold."
              .formatted(global));
    }
  }

  /** Requires the caller's own account, without a token, or an administrator over it. */
  public void requireToChange(Caller caller, User user) {
    if (isSelf(caller, user)) {
      requireNoToken(caller);
    } else {
      requireOver(caller, user);
    }
  }

  /** Refuses access tokens, which make no credentials and change no account. */
  public static void requireNoToken(Caller caller) {
    if (caller instanceof Caller.ResourceBound
        || (caller instanceof Caller.SignedIn(_, var limit, _) && limit != null)) {
      throw new NotPermittedException(
          "An access token cannot make credentials or change an account; use a password.",
          true,
          false);
    }
  }

  /** Refuses anonymous callers. Access keys and tokens of projects may see users. */
  public static void requireSomebody(Caller caller) {
    if (caller instanceof Caller.Anonymous) {
      throw new NotPermittedException("Sign in to see users.", true, true);
    }
  }

  public void within(Caller caller, Runnable change) {
    within(
        caller,
        () -> {
          change.run();
          return caller;
        });
  }

  /** Makes a change in one transaction, rolled back if it breaks the rules of this class. */
  public <T> T within(Caller caller, Supplier<T> change) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          User self = caller.user();
          Permission before = self == null ? null : grants.globalOf(Grantee.of(self));
          T result = change.get();
          if (!grants.hasSystemAdministrator()) {
            throw tooFar("it would leave the server without a system administrator");
          }
          Permission after = self == null ? null : grants.globalOf(Grantee.of(self));
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
