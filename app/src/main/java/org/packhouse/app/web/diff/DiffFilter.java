package org.packhouse.app.web.diff;

import java.util.Locale;

/** The filter of the file tree beside a diff, by a part of the path in any case. */
record DiffFilter(String text, boolean own) {

  boolean matches(DiffFile file) {
    return file.title().toLowerCase(Locale.ROOT).contains(text.strip().toLowerCase(Locale.ROOT))
        && (!own || file.isOwn());
  }
}
