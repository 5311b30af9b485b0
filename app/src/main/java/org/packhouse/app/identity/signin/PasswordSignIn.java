package org.packhouse.app.identity.signin;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.FailedLogins;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.packhouse.app.identity.password.FamiliarAddresses;
import org.packhouse.app.identity.password.PasswordCheck;
import org.packhouse.app.identity.password.TooManySignInsException;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.identity.user.NameRules;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.springframework.stereotype.Component;

/** Verifies user names and passwords, by memory within minutes and under the same stamp. */
@Component
public class PasswordSignIn {

  /**
   * The time for which a verified password is not hashed again. Hashing is slow on purpose, and the
   * requests of a build follow each other within minutes.
   */
  private static final Duration CREDENTIAL_MEMORY = Duration.ofMinutes(5);

  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_SECRET_LENGTH = 1024;

  private final CredentialLookup lookup;
  private final PasswordCheck check;
  private final FailedLogins failedLogins;
  private final FamiliarAddresses familiar;
  private final SignInAudit audit;
  private final LastSignIns lastSignIns;
  private final VerifiedPasswords verified;

  public PasswordSignIn(
      CredentialLookup lookup,
      PasswordCheck check,
      FailedLogins failedLogins,
      FamiliarAddresses familiar,
      SignInAudit audit,
      LastSignIns lastSignIns,
      Caches caches) {
    this.lookup = lookup;
    this.check = check;
    this.failedLogins = failedLogins;
    this.familiar = familiar;
    this.audit = audit;
    this.lastSignIns = lastSignIns;
    verified = new VerifiedPasswords(CREDENTIAL_MEMORY, Ticker.systemTicker(), caches);
  }

  /**
   * Returns the user of that name and password, who need not be active.
   *
   * @throws AuthenticationFailedException if name or password are wrong, or blocked after failures
   */
  CredentialLookup.ById verify(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    // Clients send an empty password before they ask for one: that is no attempt.
    if (password.isEmpty()
        || name.length() > MAX_NAME_LENGTH
        || password.length() > MAX_SECRET_LENGTH
        || !NameRules.isStorable(name)) {
      throw AuthenticationFailedException.wrongCredential();
    }
    CredentialLookup.ById again = verifiedSecondsAgo(name, password, network, path);
    return again == null ? verifyByName(name, password, network, path) : again;
  }

  /** Answers further requests of a clone or a page by the stamp of a sign-in seconds ago. */
  private CredentialLookup.@Nullable ById verifiedSecondsAgo(
      String name, String password, String network, @Nullable RepositoryPath path) {
    VerifiedPasswords.SignIn recent =
        failedLogins.hasCounted(name) ? null : verified.recent(name, network, password);
    if (recent == null) {
      return null;
    }
    CredentialLookup.ById fresh = lookup.ofId(recent.userId(), path);
    User user = fresh.user();
    return user != null && recent.isOf(user, name) ? fresh : null;
  }

  private CredentialLookup.ById verifyByName(
      String name, String password, String network, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    CredentialLookup.ByName fresh = lookup.ofName(name, network, path);
    User user = fresh.user();
    Attempt attempt = Attempt.of(name, network, fresh.familiar());
    if (user == null || fresh.passwordHash() == null || !verified.knows(user, password)) {
      user = verifyHash(fresh, attempt, password);
    } else {
      if (fresh.failed()) {
        failedLogins.forgive(attempt);
      }
      if (!fresh.familiar()) {
        audit.newAddress(user, network);
        familiar.add(user, network);
      }
    }
    verified.remember(user, name, network, password);
    return new CredentialLookup.ById(fresh.common(), user);
  }

  /** Refuses blocked attempts first; passwords in memory are not attempts. */
  private User verifyHash(CredentialLookup.ByName fresh, Attempt attempt, String password)
      throws AuthenticationFailedException {
    try {
      failedLogins.check(fresh.blockedUntil());
      User user = fresh.user();
      boolean right =
          user == null
              ? check.isRight(attempt, password, null)
              : verified.verify(
                  user, password, () -> check.isRight(attempt, password, fresh.passwordHash()));
      if (user == null || !right) {
        audit.refused(user, attempt.network());
        throw AuthenticationFailedException.wrongCredential();
      }
      if (!attempt.familiar()) {
        audit.newAddress(user, attempt.network());
      }
      familiar.add(user, attempt.network());
      lastSignIns.note(user);
      return user;
    } catch (TooManySignInsException e) {
      AuthenticationFailedException refusal = AuthenticationFailedException.tooMany(e);
      refusal.initCause(e);
      throw refusal;
    }
  }
}
