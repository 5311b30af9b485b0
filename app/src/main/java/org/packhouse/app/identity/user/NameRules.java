package org.packhouse.app.identity.user;

import java.util.Locale;
import java.util.regex.Pattern;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Rules for the names of accounts and groups. */
public final class NameRules {

  private static final int MAX_LENGTH = 255;
  private static final Pattern USER_NAME =
      Pattern.compile("[\\p{L}\\p{N}_@+.][\\p{L}\\p{N}_@+. -]*");
  private static final Pattern NOT_IN_SLUG = Pattern.compile("[^a-z0-9._-]");

  private NameRules() {}

  static void checkUserName(String name) {
    if (name.length() > MAX_LENGTH
        || !USER_NAME.matcher(name).matches()
        || name.contains("..")
        || name.equals(".")
        || name.endsWith(" ")) {
      throw new InvalidFieldException(
          "name",
          InvalidFieldException.quote(name)
              + " is not a user name: use 1 to 255 letters, digits, spaces and _ @ + . -, not"
              + " beginning with - or a space, not ending with a space, without two dots in a row");
    }
  }

  static void checkGroupName(String name) {
    checkText("name", name, "a group name");
  }

  static void checkDisplayName(String name) {
    checkText("displayName", name, "a display name");
  }

  static void checkEmailAddress(String address) {
    EmailAddresses.check("emailAddress", address);
  }

  static String slugOf(String userName) {
    return NOT_IN_SLUG.matcher(userName.toLowerCase(Locale.ROOT)).replaceAll("_");
  }

  private static void checkText(String field, String text, String what) {
    if (text.isBlank()
        || text.length() > MAX_LENGTH
        || !text.strip().equals(text)
        || text.codePoints().anyMatch(NameRules::isInvisible)) {
      throw new InvalidFieldException(
          field,
          InvalidFieldException.quote(text)
              + " is not "
              + what
              + ": use 1 to 255 characters, no control characters, no space at either end");
    }
  }

  /** Returns whether a code point is shown as nothing: a control, format or separator character. */
  public static boolean isInvisible(int character) {
    int type = Character.getType(character);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE
        || type == Character.FORMAT;
  }

  /** Returns false for a text with NUL or lone surrogates, which PostgreSQL refuses. */
  public static boolean isStorable(String text) {
    return text.codePoints()
        .noneMatch(it -> it == 0 || Character.getType(it) == Character.SURROGATE);
  }
}
