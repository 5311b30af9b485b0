package org.packhouse.app.web.diff;

import java.util.Locale;

/**
 * The files that a reader wants to see in the tree beside a diff.
 *
 * @param text that is in their paths, in any case; empty: in all
 * @param own whether the reader owns them
 */
record DiffFilter(String text, boolean own) {

  /** Whether a file is one of them. */
  boolean has(DiffFile file) {
    return file.title().toLowerCase(Locale.ROOT).contains(text.strip().toLowerCase(Locale.ROOT))
        && (!own || file.isOwn());
  }
}
