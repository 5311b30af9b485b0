package org.packhouse.app.web;

import java.util.Arrays;
import java.util.List;
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
    List<String> words =
        Arrays.stream(name.split("[^\\p{L}\\p{N}]+", -1)).filter(word -> !word.isEmpty()).toList();
    StringBuilder initials = new StringBuilder();
    if (!words.isEmpty()) {
      initials.appendCodePoint(words.getFirst().codePointAt(0));
    }
    if (words.size() > 1) {
      initials.appendCodePoint(words.getLast().codePointAt(0));
    }
    return initials.isEmpty() ? "?" : initials.toString();
  }
}
