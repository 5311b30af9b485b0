package org.packhouse.app.identity.password;

import java.security.SecureRandom;
import java.util.Base64;
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
 * Sets passwords; asks no permission. A new password ends every session, remembered sign-in and
 * remembered credential of the user on every node at once. Tokens and keys go on.
 */
@Service
public class Passwords {

  private static final int MIN_LENGTH = 8;
  private static final int MAX_LENGTH = 255;
  private static final int GENERATED_BYTES = 15;

  private final PasswordHashes hashes;
  private final PasswordCheck check;
  private final Accounts accounts;
  private final UserSessions sessions;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final SecureRandom random = new SecureRandom();

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

  /**
   * Sets a password.
   *
   * @return the user as of now, whose sessions have all ended; {@link UserSessions#keep} keeps one
   * @throws InvalidFieldException if it is shorter than 8 or longer than 255 characters, has
   *     control characters, looks like a token, is one of the most common ones or the user's name
   */
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

  /**
   * Checks the rule for passwords.
   *
   * @throws InvalidFieldException if it breaks it
   */
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

  /**
   * Checks the rule for the password of a user.
   *
   * @throws InvalidFieldException if it breaks the rule for all, or is the user's name
   */
  public static void check(String password, String userName) {
    check(password);
    if (password.strip().equalsIgnoreCase(userName)) {
      throw new InvalidFieldException(
          "password", "The password must not be the user name: take another.");
    }
  }

  /**
   * Whether that is the user's password: for those who must show it again. Slow on purpose. A wrong
   * one counts as a failed login.
   *
   * @throws TooManySignInsException if nobody looks at it now
   */
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

  /** Lets a name be tried again that is refused after failed logins. */
  public void forgetFailures(User user) {
    check.forgetFailures(user);
  }

  /** A password that nobody will guess. */
  public String generate() {
    byte[] bytes = new byte[GENERATED_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
