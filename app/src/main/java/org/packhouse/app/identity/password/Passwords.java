package org.packhouse.app.identity.password;

import org.packhouse.app.identity.session.UserSessions;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sets passwords; asks no permission. A new one ends all sessions and voids remembered credentials
 * of the user on every node, but no tokens or keys.
 */
@Service
public class Passwords {

  private static final int MIN_LENGTH = 8;
  private static final int MAX_LENGTH = 255;
  private final PasswordHashes hashes;
  private final PasswordCheck check;
  private final Accounts accounts;
  private final UserSessions sessions;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;

  Passwords(
      PasswordHashes hashes,
      PasswordCheck check,
      Accounts accounts,
      UserSessions sessions,
      JdbcClient jdbc,
      TransactionTemplate transaction,
      ApplicationEventPublisher events) {
    this.hashes = hashes;
    this.check = check;
    this.accounts = accounts;
    this.sessions = sessions;
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.events = events;
  }

  @EventListener
  public void on(UserDeleted event) {
    jdbc.sql("delete from password where user_id = ?").param(event.user().id()).update();
  }

  /** Sets a password, and returns the user with the new stamp; all sessions have ended. */
  public User set(User user, String password) {
    check(password, user.name());
    String hash = hashes.hash(password);
    return transaction.execute(_ -> {
      User changed = accounts.voidCredentials(user);
      jdbc.sql(
              """
              insert into password (user_id, hash) values (?, ?)
              on conflict (user_id) do update set hash = excluded.hash
              """)
          .params(user.id(), hash)
          .update();
      sessions.forget(user);
      check.forgetFailures(user);
      events.publishEvent(new AuditableChange("user.password-changed", user.name()));
      return changed;
    });
  }

  public static void check(String password) {
    if (password.length() < MIN_LENGTH
        || password.length() > MAX_LENGTH
        || password.chars().anyMatch(Character::isISOControl)
        || TokenText.isToken(password)) {
      throw new InvalidFieldException(
          "password",
          "A password has %d to %d characters, no control characters, and is no access token; this"
                  .formatted(MIN_LENGTH, MAX_LENGTH)
              + " one has %d.".formatted(password.length()));
    }
    if (CommonPasswords.has(password)) {
      throw new InvalidFieldException(
          "password",
          "This is one of the most common passwords, which are tried first: take another.");
    }
  }

  /** Checks a password for a user, whose name it must not be. */
  public static void check(String password, String userName) {
    check(password);
    if (password.strip().equalsIgnoreCase(userName)) {
      throw new InvalidFieldException(
          "password", "The password must not be the user name: take another.");
    }
  }

  /** Verifies the user's password again. Slow on purpose; a wrong one counts as a failure. */
  public boolean matches(User user, String password, String remoteAddress) {
    if (password.isEmpty()) {
      return false;
    }
    String hash =
        jdbc.sql("select hash from password where user_id = ?")
            .param(user.id())
            .query(String.class)
            .optional()
            .orElse(null);
    return check.isRight(user, password, hash, remoteAddress);
  }

  /** Unblocks the user after failed logins. */
  public void forgetFailures(User user) {
    check.forgetFailures(user);
  }
}
