package org.packhouse.app.platform.configuration;

/** The Levenshtein distance of two words. */
final class EditDistance {

  private EditDistance() {}

  static int between(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int change = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(change, 1 + Math.min(row[column], row[column - 1]));
      }
    }
    return row[to.length()];
  }
}
