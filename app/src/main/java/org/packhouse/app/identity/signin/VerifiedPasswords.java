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

/**
 * Remembers for minutes that a password was right, so that the slow hash is not computed for each
 * of the requests of a clone.
 *
 * <p>What is kept is an HMAC of user, stamp and password under a key that this process made and
 * never shows: a heap dump does not tell passwords, and a raised stamp makes all that was
 * remembered under the old one unreachable. Requests that come at once with the same password
 * compute the hash once.
 */
final class VerifiedPasswords {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAX_ENTRIES = 20_000;

  /** For so long failures of a name that another node has counted are not looked for. */
  private static final Duration RECENT = Duration.ofSeconds(10);

  private final SecretKeySpec key;
  private final Cache<Fingerprint, @Nullable Boolean> verified;
  private final Cache<Fingerprint, SignIn> recent;

  VerifiedPasswords(Duration life, Ticker ticker) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    key = new SecretKeySpec(secret, ALGORITHM);
    verified =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(life)
            .ticker(ticker)
            .build();
    recent =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(RECENT.compareTo(life) < 0 ? RECENT : life)
            .ticker(ticker)
            .build();
  }

  /**
   * A sign-in by name and password.
   *
   * @param stamp of the user then
   */
  record SignIn(long userId, long stamp) {

    /** Whether it is still that user, by that name, under the same stamp. */
    boolean isOf(User user, String name) {
      return user.id() == userId && user.stamp() == stamp && user.name().equalsIgnoreCase(name);
    }
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

  /** A sign-in from there with that name and password seconds ago, if there was one. */
  @Nullable SignIn recent(String name, String network, String password) {
    return recent.getIfPresent(fingerprint(name, network, password));
  }

  /** Remembers for seconds that the user has signed in so, and that there was nothing to note. */
  void remember(User user, String name, String network, String password) {
    recent.put(fingerprint(name, network, password), new SignIn(user.id(), user.stamp()));
  }

  private Fingerprint fingerprint(User user, String password) {
    return fingerprint(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(user.id()).putLong(user.stamp()).flip(),
        password);
  }

  /** The lengths keep apart what would read alike one after the other. */
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
