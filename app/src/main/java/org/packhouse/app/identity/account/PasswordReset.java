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
import org.packhouse.app.identity.token.RandomSecret;
import org.packhouse.app.identity.user.Users;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/** Resets a password without a running server: imported by a command, no bean of the server. */
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

  private static final int GENERATED_BYTES = 15;

  private final Users users;
  private final Passwords passwords;

  PasswordReset(Users users, Passwords passwords) {
    this.users = users;
    this.passwords = passwords;
  }

  /** Returns the new password; empty if there is no user of that name. */
  public Optional<String> reset(String userName) {
    return users
        .findByName(userName)
        .map(user -> {
          String password = RandomSecret.text(GENERATED_BYTES);
          passwords.set(user, password);
          return password;
        });
  }
}
