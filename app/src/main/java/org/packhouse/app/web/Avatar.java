package org.packhouse.app.web;

import java.util.Locale;

/**
 * What stands for somebody or something without a picture.
 *
 * @param initials one or two letters
 * @param hue number of the colour
 */
public record Avatar(String initials, int hue) {

  private static final int HUES = 12;

  /**
   * For a user, project or repository: the colour is made from the id and stays when it is renamed.
   */
  public static Avatar of(String name, long id) {
    return new Avatar(initials(name), (int) Math.floorMod(id, (long) HUES));
  }

  /** For somebody of whom only name and address are known. */
  public static Avatar of(String name, String email) {
    return new Avatar(
        initials(name), Math.floorMod(email.toLowerCase(Locale.ROOT).hashCode(), HUES));
  }

  private static String initials(String name) {
    String[] words = name.strip().split("[\\s._@-]+", -1);
    StringBuilder initials = new StringBuilder();
    for (String word : words) {
      if (!word.isEmpty() && initials.codePointCount(0, initials.length()) < 2) {
        initials.appendCodePoint(word.codePointAt(0));
      }
    }
    return initials.isEmpty() ? "?" : initials.toString();
  }
}
