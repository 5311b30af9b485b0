package org.packhouse.app.identity.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes random secrets of tokens, links and cookies, and the hashes that are stored of them. */
public final class RandomSecret {

  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomSecret() {}

  /** Returns that many random bytes as URL-safe Base64 without padding. */
  public static String text(int bytes) {
    byte[] secret = new byte[bytes];
    RANDOM.nextBytes(secret);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  /** Returns the SHA-256 of a text with such a secret, which needs no slow hash. */
  public static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
  }
}
