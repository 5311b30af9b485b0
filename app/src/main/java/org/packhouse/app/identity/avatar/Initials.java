package org.packhouse.app.identity.avatar;

import java.util.Arrays;
import java.util.List;

/** The letters and the colour that stand for somebody or something without a picture. */
public final class Initials {

  /** How many colours there are. */
  public static final int HUES = 12;

  /** What stands for a name without letters and digits. */
  static final String NONE = "?";

  private Initials() {}

  /** The first letters or digits of the first and the last word; {@code ?} if there is none. */
  public static String of(String name) {
    List<String> words =
        Arrays.stream(name.split("[^\\p{L}\\p{N}]+", -1)).filter(word -> !word.isEmpty()).toList();
    StringBuilder initials = new StringBuilder();
    if (!words.isEmpty()) {
      initials.appendCodePoint(words.getFirst().codePointAt(0));
    }
    if (words.size() > 1) {
      initials.appendCodePoint(words.getLast().codePointAt(0));
    }
    return initials.isEmpty() ? NONE : initials.toString();
  }

  /** The number of the colour, made from the row's id: it stays when the name changes. */
  public static int hue(long id) {
    return (int) Math.floorMod(id, (long) HUES);
  }
}
