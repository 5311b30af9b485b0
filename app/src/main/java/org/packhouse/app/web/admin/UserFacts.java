package org.packhouse.app.web.admin;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.recovery.ForgottenPasswords;
import org.packhouse.app.identity.recovery.PasswordLinks;
import org.packhouse.app.identity.session.UserSessions;
import org.packhouse.app.identity.signin.LastSignIns;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Reads what administrators see of a user beside name and address. */
@Component
record UserFacts(
    LastSignIns lastSignIns,
    PermissionGrants grants,
    GrantLists holders,
    UserSessions sessions,
    ForgottenPasswords forgotten,
    PasswordLinks links,
    OtherAddresses addresses) {

  /**
   * A user's facts; {@code lastSignIn} is by password, and {@code rank} null for all but
   * administrators.
   */
  record Facts(
      @Nullable Instant lastSignIn, @Nullable String rank, int remembered, boolean byMail) {}

  Facts of(User user) {
    return new Facts(
        lastSignIns.of(List.of(user.id())).get(user.id()),
        rank(grants.globalOf(Grantee.of(user))),
        sessions.remembered(user),
        forgotten.canSend(user));
  }

  /** Returns the ranks of all administrators by user id, in a few statements. */
  Map<Long, String> ranks() {
    Map<Long, String> ranks = new HashMap<>();
    for (Permission held : List.of(Permission.ADMIN, Permission.SYS_ADMIN)) {
      String rank = String.valueOf(rank(held));
      holders.holders(null, held).userIds().forEach(id -> ranks.put(id, rank));
    }
    return ranks;
  }

  private static @Nullable String rank(@Nullable Permission held) {
    return switch (held) {
      case SYS_ADMIN -> "System administrator";
      case ADMIN -> "Administrator";
      case null, default -> null;
    };
  }
}
