package org.packhouse.app.identity.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** The text of access tokens: a prefix that secret scanners recognise, and 256 random bits. */
public final class TokenText {

  private static final String PREFIX = "phat_";
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");
  private static final int BYTES = 32;

  private TokenText() {}

  static String random(SecureRandom random) {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  public static boolean isToken(String text) {
    return text.startsWith(PREFIX) && FORM.matcher(text).matches();
  }

  /** Returns the SHA-256 of the text: a random secret needs no slow hash. */
  public static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
  }
}
