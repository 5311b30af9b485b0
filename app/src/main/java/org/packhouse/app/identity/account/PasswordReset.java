package org.packhouse.app.identity.account;

import java.util.Optional;
import org.packhouse.app.identity.password.FailedLogins;
import org.packhouse.app.identity.password.FamiliarAddresses;
import org.packhouse.app.identity.password.PasswordCheck;
import org.packhouse.app.identity.password.PasswordHashes;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.session.AuthSettings;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.session.UserSessions;
import org.packhouse.app.identity.user.Users;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Gives a user a new password without a running server: for administrators who have lost theirs.
 * Not a bean of the server; whatever runs it imports it.
 */
@Import({
  Passwords.class,
  PasswordHashes.class,
  PasswordCheck.class,
  FailedLogins.class,
  FamiliarAddresses.class,
  SignInAudit.class,
  UserSessions.class
})
@EnableConfigurationProperties(AuthSettings.class)
public class PasswordReset {

  private final Users users;
  private final Passwords passwords;

  PasswordReset(Users users, Passwords passwords) {
    this.users = users;
    this.passwords = passwords;
  }

  /** The new password; empty if there is no user of that name. */
  public Optional<String> reset(String userName) {
    return users
        .findByName(userName)
        .map(user -> {
          String password = passwords.generate();
          passwords.set(user, password);
          return password;
        });
  }
}
