package org.packhouse.app.identity.password;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Hashes passwords by Argon2id and verifies these and bcrypt, on half the processors at most: each
 * takes tens of milliseconds and 16 MiB. Attempts beyond a queue of some seconds are refused.
 */
@Component
public class PasswordHashes {

  private static final int MAX_WAITING = 256;

  /**
   * A hash for users that do not exist, with the cost of a new one; computing it would delay the
   * start.
   */
  static final String NOBODYS =
      "{argon2}$argon2id$v=19$m=16384,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private final PasswordEncoder encoder =
      new DelegatingPasswordEncoder(
          "argon2",
          Map.of(
              "argon2",
              Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8(),
              "bcrypt",
              new BCryptPasswordEncoder()));
  private final Semaphore running;
  private final int maxWaiting;
  private final AtomicInteger waiting = new AtomicInteger();

  @Autowired
  PasswordHashes() {
    this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), MAX_WAITING);
  }

  PasswordHashes(int atOnce, int maxWaiting) {
    this.running = new Semaphore(atOnce, true);
    this.maxWaiting = maxWaiting;
  }

  String hash(String password) {
    return inTurn(() -> encoder.encode(password));
  }

  /**
   * Verifies a password, in the same time if the user does not exist.
   *
   * @param turn called before the work; an exception ends it
   */
  boolean matches(String password, @Nullable String hash, Runnable turn) {
    return inTurn(() -> {
      turn.run();
      return encoder.matches(password, hash == null ? NOBODYS : hash) && hash != null;
    });
  }

  private <T> T inTurn(Supplier<T> work) {
    if (!running.tryAcquire()) {
      await();
    }
    try {
      return work.get();
    } finally {
      running.release();
    }
  }

  private void await() {
    if (waiting.incrementAndGet() > maxWaiting) {
      waiting.decrementAndGet();
      throw TooManySignInsException.waiting();
    }
    try {
      running.acquireUninterruptibly();
    } finally {
      waiting.decrementAndGet();
    }
  }
}
