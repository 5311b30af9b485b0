package org.packhouse.app.source.search;

/** Escapes text for SQL {@code like} patterns. */
final class LikePatterns {

  private LikePatterns() {}

  static String containing(String text) {
    return "%" + literal(text) + "%";
  }

  static String ending(String text) {
    return "%" + literal(text);
  }

  private static String literal(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}
