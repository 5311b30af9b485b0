package org.packhouse.app.identity.token;

import java.util.regex.Pattern;

/** The text of access tokens: a prefix that secret scanners recognise, and 256 random bits. */
public final class TokenText {

  private static final String PREFIX = "phat_";
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");
  private static final int BYTES = 32;

  private TokenText() {}

  static String random() {
    return PREFIX + RandomSecret.text(BYTES);
  }

  public static boolean isToken(String text) {
    return text.startsWith(PREFIX) && FORM.matcher(text).matches();
  }
}
