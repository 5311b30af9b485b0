package org.packhouse.app.identity.auth;

import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Slow hashes of passwords: Argon2id for new ones; bcrypt is understood. No more are computed at
 * once than there are processors, whoever asks: each takes tens of milliseconds and 16 MiB.
 */
@Component
class PasswordHashes {

  private final PasswordEncoder encoder =
      new DelegatingPasswordEncoder(
          "argon2",
          Map.of(
              "argon2",
              Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8(),
              "bcrypt",
              new BCryptPasswordEncoder()));
  private final Semaphore running = new Semaphore(Runtime.getRuntime().availableProcessors(), true);
  private final String nobodys = encoder.encode("nobody has this password");

  String hash(String password) {
    running.acquireUninterruptibly();
    try {
      return encoder.encode(password);
    } finally {
      running.release();
    }
  }

  /** Takes as long for a user that is not there, so that the time tells nothing. */
  boolean matches(String password, @Nullable String hash) {
    running.acquireUninterruptibly();
    try {
      return encoder.matches(password, hash == null ? nobodys : hash) && hash != null;
    } finally {
      running.release();
    }
  }
}
