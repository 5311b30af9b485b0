package org.packhouse.app.identity.password;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Verifies passwords. An attempt is counted when it is its turn to be hashed. */
@Component
public class PasswordCheck {

  private final PasswordHashes hashes;
  private final FailedLogins failures;
  private final FamiliarAddresses familiar;

  PasswordCheck(PasswordHashes hashes, FailedLogins failures, FamiliarAddresses familiar) {
    this.hashes = hashes;
    this.failures = failures;
    this.familiar = familiar;
  }

  /**
   * Verifies the password of an attempt to sign in. Slow on purpose.
   *
   * @param hash null: the user does not exist or has no password
   */
  public boolean isRight(Attempt attempt, String password, @Nullable String hash) {
    boolean right = hashes.matches(password, hash, () -> failures.reserve(attempt));
    if (right) {
      failures.takeBack(attempt);
    }
    return right;
  }

  /** Verifies the password of a known user, as {@link #isRight(Attempt, String, String)} does. */
  boolean isRight(User user, String password, @Nullable String hash, String remoteAddress) {
    String network = ClientNetwork.of(remoteAddress);
    return isRight(Attempt.of(user.name(), network, familiar.has(user, network)), password, hash);
  }

  void forgetFailures(User user) {
    failures.forget(user.name());
  }
}
