package org.packhouse.app.identity.avatar;

import java.awt.geom.Path2D;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Letters and digits as lines, for a server that has no fonts: headless machines and containers
 * mostly lack them, and then Java cannot draw text at all. Each letter is 8 wide and 12 high; a
 * point is two digits of base 16, x and y (down).
 */
final class StrokeLetters {

  static final int WIDTH = 8;
  static final int HEIGHT = 12;

  private static final String ALL =
      """
      A 0c 40 8c, 18 78
      B 06 56 74 72 50 00 0c 6c 8a 88 66 56
      C 82 60 20 02 0a 2c 6c 8a
      D 00 0c 5c 89 83 50 00
      E 80 00 0c 8c, 06 66
      F 80 00 0c, 06 66
      G 82 60 20 02 0a 2c 6c 8a 86 56
      H 00 0c, 80 8c, 06 86
      I 20 60, 40 4c, 2c 6c
      J 80 8a 6c 2c 0a
      K 00 0c, 80 06 8c
      L 00 0c 8c
      M 0c 00 47 80 8c
      N 0c 00 8c 80
      O 20 02 0a 2c 6c 8a 82 60 20
      P 0c 00 60 82 84 66 06
      Q 20 02 0a 2c 6c 8a 82 60 20, 58 8c
      R 0c 00 60 82 84 66 06, 46 8c
      S 82 60 20 02 04 26 66 88 8a 6c 2c 0a
      T 00 80, 40 4c
      U 00 0a 2c 6c 8a 80
      V 00 4c 80
      W 00 2c 45 6c 80
      X 00 8c, 80 0c
      Y 00 46 80, 46 4c
      Z 00 80 0c 8c
      0 20 02 0a 2c 6c 8a 82 60 20, 64 28
      1 22 40 4c, 2c 6c
      2 02 20 60 82 84 0c 8c
      3 02 20 60 82 84 66 36, 66 88 8a 6c 2c 0a
      4 6c 60 09 89
      5 80 00 05 65 87 8a 6c 2c 0a
      6 82 60 20 02 0a 2c 6c 8a 88 66 26 08
      7 00 80 3c
      8 26 04 02 20 60 82 84 66 26 08 0a 2c 6c 8a 88 66
      9 0a 2c 6c 8a 82 60 20 02 04 26 66 84
      """;

  private static final Map<String, Path2D> LETTERS = parse();

  private StrokeLetters() {}

  /** The lines of a letter, without its accents and in upper case; null if it is not known here. */
  static @Nullable Path2D find(String letter) {
    String bare =
        Normalizer.normalize(letter, Normalizer.Form.NFD)
            .replaceAll("\\p{M}", "")
            .toUpperCase(Locale.ROOT);
    Path2D path = LETTERS.get(bare);
    return path == null ? null : (Path2D) path.clone();
  }

  private static Map<String, Path2D> parse() {
    Map<String, Path2D> letters = new HashMap<>();
    ALL.lines()
        .forEach(line -> {
          Path2D path = new Path2D.Double();
          for (String stroke : line.substring(2).split(", ", -1)) {
            draw(path, stroke);
          }
          letters.put(line.substring(0, 1), path);
        });
    return Map.copyOf(letters);
  }

  private static void draw(Path2D path, String stroke) {
    boolean first = true;
    for (String point : stroke.split(" ", -1)) {
      int x = Character.digit(point.charAt(0), 16);
      int y = Character.digit(point.charAt(1), 16);
      if (first) {
        path.moveTo(x, y);
      } else {
        path.lineTo(x, y);
      }
      first = false;
    }
  }
}
