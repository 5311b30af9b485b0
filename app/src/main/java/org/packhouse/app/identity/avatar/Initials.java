package org.packhouse.app.identity.avatar;

import java.util.Arrays;
import java.util.List;

/** The initials and the colour of drawn avatars. */
public final class Initials {

  public static final int HUES = 12;

  static final String NONE = "?";

  private Initials() {}

  /** Returns the initials of the first and the last word; {@code ?} if there are none. */
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

  /** Returns the index of the colour, derived from the row id: it survives a rename. */
  public static int hue(long id) {
    return (int) Math.floorMod(id, (long) HUES);
  }
}
