package org.packhouse.app.identity.recovery;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.token.RandomSecret;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.EmailAddressChanged;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One-time links to set a user's password; asks no permission. A user has one at most, void after a
 * new link, a new password, another e-mail address and the end of the account.
 */
@Service
public class PasswordLinks {

  private static final int BYTES = 32;
  private static final int MAX_LENGTH = 100;

  private final JdbcClient sql;
  private final Users users;
  private final Passwords passwords;
  private final ServerAddress server;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;

  PasswordLinks(
      JdbcClient sql,
      Users users,
      Passwords passwords,
      ServerAddress server,
      TransactionTemplate transaction,
      ApplicationEventPublisher events) {
    this.sql = sql;
    this.users = users;
    this.passwords = passwords;
    this.server = server;
    this.transaction = transaction;
    this.events = events;
  }

  /** Makes a link for a user, in place of the former one, and returns its URL. */
  public String make(User user, Duration life) {
    String token = RandomSecret.text(BYTES);
    transaction.executeWithoutResult(_ -> {
      forget(user.id());
      sql.sql(
              """
              insert into password_link (token_hash, user_id, user_stamp, expires_at)
              values (?, ?, ?, now() + make_interval(secs => ?))
              """)
          .params(RandomSecret.hash(token), user.id(), user.stamp(), life.toSeconds())
          .update();
      events.publishEvent(
          new AuditableChange(
              "user.password-link-made",
              user.name(),
              Map.of("minutes", Long.toString(life.toMinutes()))));
    });
    return server.baseUrl() + "/reset-password?token=" + token;
  }

  /** Returns the user of a token; empty if it is used, expired or void. */
  public Optional<User> find(String token) {
    return token.length() > MAX_LENGTH
        ? Optional.empty()
        : sql.sql(
                """
                select user_id, user_stamp from password_link
                 where token_hash = ? and expires_at > now()
                """)
            .param(RandomSecret.hash(token))
            .query(Owner.class)
            .optional()
            .flatMap(this::user);
  }

  private record Owner(long userId, long userStamp) {}

  private Optional<User> user(Owner owner) {
    return users
        .findById(owner.userId())
        .filter(it -> it.active() && it.stamp() == owner.userStamp());
  }

  /**
   * Sets the password of a link's user, once; empty if the link is void. A refused password keeps
   * it.
   */
  public Optional<User> use(String token, String password) {
    if (token.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Passwords.check(password);
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          Optional<User> user =
              sql.sql(
                      """
                      delete from password_link where token_hash = ? and expires_at > now()
                      returning user_id, user_stamp
                      """)
                  .param(RandomSecret.hash(token))
                  .query(Owner.class)
                  .optional()
                  .flatMap(this::user);
          user.ifPresent(it -> passwords.set(it, password));
          return user;
        }));
  }

  void purge() {
    sql.sql("delete from password_link where expires_at < now()").update();
  }

  /** Voids the link, which went to the former address. */
  @EventListener
  void on(EmailAddressChanged event) {
    forget(event.user().id());
  }

  @EventListener
  void on(UserDeleted event) {
    forget(event.user().id());
  }

  private void forget(long userId) {
    sql.sql("delete from password_link where user_id = ?").param(userId).update();
  }
}
