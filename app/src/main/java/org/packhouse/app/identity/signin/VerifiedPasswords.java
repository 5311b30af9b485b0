package org.packhouse.app.identity.signin;

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
import org.packhouse.app.platform.cache.Caches;

/**
 * Remembers verified passwords for minutes, so that the requests of a clone compute one hash. The
 * key is an HMAC of user, stamp and password under a secret of this process: a heap dump reveals no
 * password.
 */
final class VerifiedPasswords {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAX_ENTRIES = 20_000;

  /** Time for which failures of a name that other nodes counted are not looked for. */
  private static final Duration RECENT = Duration.ofSeconds(10);

  private final SecretKeySpec key;
  private final Cache<Fingerprint, @Nullable Boolean> verified;
  private final Cache<Fingerprint, SignIn> recent;

  VerifiedPasswords(Duration life, Ticker ticker, Caches caches) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    key = new SecretKeySpec(secret, ALGORITHM);
    verified =
        caches.build(
            "verified-passwords",
            "Passwords verified lately",
            Caffeine.newBuilder().maximumSize(MAX_ENTRIES).expireAfterWrite(life).ticker(ticker));
    recent =
        caches.build(
            "recent-sign-ins",
            "Sign-ins of the last seconds",
            Caffeine.newBuilder()
                .maximumSize(MAX_ENTRIES)
                .expireAfterWrite(RECENT.compareTo(life) < 0 ? RECENT : life)
                .ticker(ticker));
  }

  /** A sign-in by password, with the user's stamp then. */
  record SignIn(long userId, long stamp) {

    boolean isOf(User user, String name) {
      return user.id() == userId && user.stamp() == stamp && user.name().equalsIgnoreCase(name);
    }
  }

  private record Fingerprint(long first, long second, long third, long fourth) {}

  /** Returns whether this password was verified in the last minutes under the present stamp. */
  boolean knows(User user, String password) {
    return verified.getIfPresent(fingerprint(user, password)) != null;
  }

  /** Verifies a password from memory or by the slow check, whose success is remembered. */
  boolean verify(User user, String password, BooleanSupplier slowCheck) {
    return verified.get(
            fingerprint(user, password), _ -> slowCheck.getAsBoolean() ? Boolean.TRUE : null)
        != null;
  }

  /** Returns the sign-in with that name and password from the network seconds ago; null: none. */
  @Nullable SignIn recent(String name, String network, String password) {
    return recent.getIfPresent(fingerprint(name, network, password));
  }

  /** Remembers a sign-in that left nothing to record, for seconds. */
  void remember(User user, String name, String network, String password) {
    recent.put(fingerprint(name, network, password), new SignIn(user.id(), user.stamp()));
  }

  private Fingerprint fingerprint(User user, String password) {
    return fingerprint(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(user.id()).putLong(user.stamp()).flip(),
        password);
  }

  /** Prefixes lengths, as concatenated texts would be ambiguous. */
  private Fingerprint fingerprint(String name, String network, String password) {
    byte[] first = name.getBytes(StandardCharsets.UTF_8);
    byte[] second = network.getBytes(StandardCharsets.UTF_8);
    return fingerprint(
        ByteBuffer.allocate(2 * Integer.BYTES + first.length + second.length)
            .putInt(first.length)
            .putInt(second.length)
            .put(first)
            .put(second)
            .flip(),
        password);
  }

  private Fingerprint fingerprint(ByteBuffer owner, String password) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(owner);
      ByteBuffer digest = ByteBuffer.wrap(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
      return new Fingerprint(
          digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is not available", e);
    }
  }
}
