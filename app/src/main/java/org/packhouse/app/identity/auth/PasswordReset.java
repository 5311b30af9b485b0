package org.packhouse.app.identity.auth;

import java.util.Optional;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Gives a user a new password without a running server: for administrators who have lost theirs.
 * Not a bean of the server; whatever runs it imports it.
 */
@Import({Passwords.class, PasswordHashes.class, FailedLogins.class})
@EnableConfigurationProperties(AuthSettings.class)
public class PasswordReset {

  private final JdbcClient jdbc;
  private final Passwords passwords;

  PasswordReset(JdbcClient jdbc, Passwords passwords) {
    this.jdbc = jdbc;
    this.passwords = passwords;
  }

  /** The new password; empty if there is no user of that name. */
  public Optional<String> reset(String userName) {
    return jdbc.sql(
            """
            select id, name, slug, display_name, active, stamp from users
             where lower(name) = lower(?) and not deleted
            """)
        .param(userName)
        .query((row, _) ->
            new User(
                row.getLong("id"),
                row.getString("name"),
                row.getString("slug"),
                row.getString("display_name"),
                null,
                UserType.NORMAL,
                row.getBoolean("active"),
                row.getLong("stamp")))
        .optional()
        .map(user -> {
          String password = passwords.generate();
          passwords.set(user, password);
          return password;
        });
  }
}
