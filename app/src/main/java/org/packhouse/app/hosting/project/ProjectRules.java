package org.packhouse.app.hosting.project;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.NameRules;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Rules for keys, names and descriptions of projects, and descriptions of repositories. */
public final class ProjectRules {

  static final int MAX_KEY_LENGTH = 128;
  static final int MAX_NAME_LENGTH = 128;
  static final int MAX_DESCRIPTION_LENGTH = 255;

  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private ProjectRules() {}

  /** Returns the key in upper case, as it is stored. */
  static String key(@Nullable String key) {
    if (key == null || key.length() > MAX_KEY_LENGTH || !KEY.matcher(key).matches()) {
      throw new InvalidFieldException(
          "key",
          (key == null ? "A project needs a key: " : quote(key) + " is not a project key: ")
              + "it begins with a letter and holds letters A-Z, digits and _ alone, at most "
              + MAX_KEY_LENGTH
              + " of them.");
    }
    return key.toUpperCase(Locale.ROOT);
  }

  static String name(@Nullable String name) {
    if (name == null
        || name.isBlank()
        || !name.strip().equals(name)
        || name.length() > MAX_NAME_LENGTH
        || name.codePoints().anyMatch(NameRules::isInvisible)) {
      throw new InvalidFieldException(
          "name",
          (name == null ? "A project needs a name: " : quote(name) + " is not a project name: ")
              + "it has 1 to "
              + MAX_NAME_LENGTH
              + " characters, no control characters and no space at either end.");
    }
    return name;
  }

  /** Returns the description as it is stored: null if it is blank. */
  public static @Nullable String description(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    if (text.length() > MAX_DESCRIPTION_LENGTH || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "description",
          quote(text)
              + " is not a description: it has at most "
              + MAX_DESCRIPTION_LENGTH
              + " characters and no zero byte.");
    }
    return text;
  }
}
