package org.packhouse.app.source.search;

/** Patterns of SQL's {@code like} for texts in which no character has another meaning. */
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
