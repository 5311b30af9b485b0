package org.packhouse.app.source.branch.model;

import java.util.BitSet;

/**
 * A pattern of ref names: {@code *} matches within a path component, {@code **} any components,
 * {@code ?} one character. A pattern may begin at any component unless it begins with {@code
 * refs/}; one that ends with a slash matches all below. Matching tracks all positions in the
 * pattern at once, so it takes at most the product of both lengths.
 */
final class RefPattern {

  static final int MAX_LENGTH = 255;
  private static final String ANYTHING = "**";

  private final String pattern;

  RefPattern(String written) {
    String below = written.endsWith("/") ? written + ANYTHING : written;
    pattern = below.startsWith("refs/") ? below : ANYTHING + "/" + below;
  }

  boolean matches(String refName) {
    BitSet places = new BitSet(pattern.length() + 1);
    add(places, 0);
    for (int i = 0; i < refName.length() && !places.isEmpty(); i++) {
      places = after(places, refName.charAt(i));
    }
    return places.get(pattern.length());
  }

  private BitSet after(BitSet places, char c) {
    BitSet next = new BitSet(pattern.length() + 1);
    for (int at = places.nextSetBit(0);
        at >= 0 && at < pattern.length();
        at = places.nextSetBit(at + 1)) {
      if (isAnything(at)) {
        stay(next, at, c);
      } else if (pattern.charAt(at) == '*') {
        if (c != '/') {
          add(next, at);
        }
      } else if (pattern.charAt(at) == c || (pattern.charAt(at) == '?' && c != '/')) {
        add(next, at + 1);
      }
    }
    return next;
  }

  /** A {@code **} between slashes consumes whole components, up to a slash. */
  private void stay(BitSet next, int at, char c) {
    next.set(at);
    if (!isDirectories(at)) {
      add(next, at + ANYTHING.length());
    } else if (c == '/') {
      add(next, at + ANYTHING.length() + 1);
    }
  }

  /** Adds a position, and those reachable from it without a character. */
  private void add(BitSet places, int at) {
    places.set(at);
    if (at == pattern.length()) {
      return;
    }
    if (isAnything(at)) {
      add(places, at + ANYTHING.length() + (isDirectories(at) ? 1 : 0));
    } else if (pattern.charAt(at) == '*') {
      add(places, at + 1);
    }
  }

  private boolean isAnything(int at) {
    return pattern.startsWith(ANYTHING, at);
  }

  private boolean isDirectories(int at) {
    return pattern.startsWith(ANYTHING + "/", at) && (at == 0 || pattern.charAt(at - 1) == '/');
  }
}
