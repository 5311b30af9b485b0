package org.packhouse.app.identity.password;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/**
 * Verifies passwords and counts failures. An attempt is counted when its turn to be hashed has
 * come: one that waited behind the failures of others is refused.
 */
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
   * @throws TooManySignInsException if the attempt is refused after failures, or too many wait
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
