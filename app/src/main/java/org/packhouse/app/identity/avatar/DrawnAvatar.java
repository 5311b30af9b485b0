package org.packhouse.app.identity.avatar;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Draws SVG avatars, whose letters the browser renders: servers have no fonts for all scripts. */
final class DrawnAvatar {

  /** The colours of the style sheet, in its order. */
  private static final int[] HUES = {
    0x8a3ffc, 0x1c5fb8, 0x0b6e6e, 0x1a6e37, 0x7a5200, 0xa63a0f, 0xb02a4c, 0x98307f, 0x5a4bb5,
    0x3f5b78, 0x4f6410, 0x6b4a3a
  };

  private static final int NOBODY = 0x6b7280;

  private static final String FIGURE =
      """
      <g fill="#fff"><circle cx="8" cy="6" r="3"/><circle cx="8" cy="15.5" r="5.5"/></g>\
      """;

  private DrawnAvatar() {}

  /** Returns a square image of that many pixels. */
  static byte[] of(String name, long id, int size) {
    // Initials are letters and digits, which need no XML escaping.
    String initials = Initials.of(name).toUpperCase(Locale.ROOT);
    return draw(
        size, HUES[Initials.hue(id)], initials.equals(Initials.NONE) ? FIGURE : letters(initials));
  }

  /** Returns an image that is the same for everybody. */
  static byte[] ofNobody(int size) {
    return draw(size, NOBODY, FIGURE);
  }

  private static String letters(String initials) {
    return """
    <text x="8" y="8" dy=".35em" fill="#fff" font-family="sans-serif" font-size="7" \
    font-weight="600" text-anchor="middle">%s</text>\
    """
        .formatted(initials);
  }

  private static byte[] draw(int size, int colour, String shape) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%1$d" viewBox="0 0 16 16">
      <rect width="16" height="16" fill="#%2$06x"/>
      %3$s
    </svg>
    """
        .formatted(size, colour, shape)
        .getBytes(StandardCharsets.UTF_8);
  }
}
