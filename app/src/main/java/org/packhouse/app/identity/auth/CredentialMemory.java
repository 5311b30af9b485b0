package org.packhouse.app.identity.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * Remembers for minutes that a password was right, so that the slow hash is not computed for each
 * of the requests of a clone.
 *
 * <p>What is kept is an HMAC of user, stamp and password under a key that this process made and
 * never shows: a heap dump does not tell passwords, and a raised stamp makes all that was
 * remembered under the old one unreachable. Requests that come at once with the same password
 * compute the hash once.
 */
final class CredentialMemory {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAX_ENTRIES = 20_000;

  private final SecretKeySpec key;
  private final Cache<Fingerprint, @Nullable Boolean> verified;

  CredentialMemory(Duration life, Ticker ticker) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    key = new SecretKeySpec(secret, ALGORITHM);
    verified =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(life)
            .ticker(ticker)
            .build();
  }

  private record Fingerprint(long first, long second, long third, long fourth) {}

  /** Whether the password was found right under the user's present stamp, minutes ago. */
  boolean knows(User user, String password) {
    return verified.getIfPresent(fingerprint(user, password)) != null;
  }

  /** Whether it is right: from memory, or by that check, whose success is remembered. */
  boolean verify(User user, String password, BooleanSupplier slowCheck) {
    return verified.get(
            fingerprint(user, password), _ -> slowCheck.getAsBoolean() ? Boolean.TRUE : null)
        != null;
  }

  private Fingerprint fingerprint(User user, String password) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(
          ByteBuffer.allocate(2 * Long.BYTES).putLong(user.id()).putLong(user.stamp()).flip());
      ByteBuffer digest = ByteBuffer.wrap(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
      return new Fingerprint(
          digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is not available", e);
    }
  }
}
