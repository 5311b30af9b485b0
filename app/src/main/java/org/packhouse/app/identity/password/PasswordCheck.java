package org.packhouse.app.identity.password;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.FailedLogins.Attempt;
import org.springframework.stereotype.Component;

/**
 * Looks whether a password is right, and counts when it is not. The attempt is counted when it is
 * its turn to be hashed, so whoever waited for that behind others' failures is refused.
 */
@Component
public class PasswordCheck {

  private final PasswordHashes hashes;
  private final FailedLogins failures;

  PasswordCheck(PasswordHashes hashes, FailedLogins failures) {
    this.hashes = hashes;
    this.failures = failures;
  }

  /**
   * Slow on purpose.
   *
   * @param hash null: the user is not there or has no password
   * @throws TooManySignInsException if too many have failed or wait
   */
  public boolean isRight(Attempt attempt, String password, @Nullable String hash) {
    boolean right = hashes.matches(password, hash, () -> failures.reserve(attempt));
    if (right) {
      failures.takeBack(attempt);
    }
    return right;
  }
}
