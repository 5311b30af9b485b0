package org.packhouse.app.storage.diff;

import org.eclipse.jgit.diff.RawTextComparator;

/** The white space that makes lines differ. */
public enum Whitespace {
  /** All of it. */
  SHOWN,
  /** All but its amount, and any at the end of a line: {@code git diff -b}. */
  AMOUNT_IGNORED,
  /** None: {@code git diff -w}. */
  IGNORED;

  RawTextComparator comparator() {
    return switch (this) {
      case SHOWN -> RawTextComparator.DEFAULT;
      case AMOUNT_IGNORED -> RawTextComparator.WS_IGNORE_CHANGE;
      case IGNORED -> RawTextComparator.WS_IGNORE_ALL;
    };
  }
}
