package org.packhouse.app.web.source;

import java.util.Comparator;
import org.packhouse.app.storage.content.TreeEntry;

/** Orders directories first, numbers by their values, and letters ignoring case. */
final class NaturalOrder {

  static final Comparator<TreeEntry> OF_ENTRIES =
      Comparator.comparing((TreeEntry entry) -> !entry.isDirectory())
          .thenComparing(entry -> entry.path().name(), NaturalOrder::compare);

  private NaturalOrder() {}

  static int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
        int endA = endOfNumber(a, i);
        int endB = endOfNumber(b, j);
        int order = compareNumbers(a.substring(i, endA), b.substring(j, endB));
        if (order != 0) {
          return order;
        }
        i = endA;
        j = endB;
      } else {
        int order =
            Character.compare(
                Character.toLowerCase(a.charAt(i)), Character.toLowerCase(b.charAt(j)));
        if (order != 0) {
          return order;
        }
        i++;
        j++;
      }
    }
    int rest = Integer.compare(a.length() - i, b.length() - j);
    return rest == 0 ? a.compareTo(b) : rest;
  }

  private static int compareNumbers(String a, String b) {
    String left = a.replaceFirst("^0+", "");
    String right = b.replaceFirst("^0+", "");
    int length = Integer.compare(left.length(), right.length());
    return length == 0 ? left.compareTo(right) : length;
  }

  private static int endOfNumber(String text, int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
