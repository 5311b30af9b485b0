package org.packhouse.app.storage.diff;

import org.eclipse.jgit.diff.RawTextComparator;

/** The treatment of white space in comparisons. */
public enum Whitespace {
  SHOWN,
  /** As {@code git diff -b}. */
  AMOUNT_IGNORED,
  /** As {@code git diff -w}. */
  IGNORED;

  RawTextComparator comparator() {
    return switch (this) {
      case SHOWN -> RawTextComparator.DEFAULT;
      case AMOUNT_IGNORED -> RawTextComparator.WS_IGNORE_CHANGE;
      case IGNORED -> RawTextComparator.WS_IGNORE_ALL;
    };
  }
}
