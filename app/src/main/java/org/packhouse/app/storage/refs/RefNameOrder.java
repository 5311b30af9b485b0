package org.packhouse.app.storage.refs;

import java.util.Comparator;

/** Orders ref names as git does: by UTF-8 bytes, which is code point order. */
enum RefNameOrder implements Comparator<String> {
  BY_BYTES;

  @Override
  public int compare(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Character.isSurrogate(a) != Character.isSurrogate(b)
            ? (Character.isSurrogate(a) ? 1 : -1)
            : Character.compare(a, b);
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
