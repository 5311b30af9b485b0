package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Whitespace;
import org.springframework.stereotype.Component;

/** The options of diffs whose requests set none. */
@Component
public class DiffDefaults {

  private static final int CONTEXT_OF_GIT = 3;

  private final DiffOptions shown;

  DiffDefaults(DiffSettings diff, DiffPageSettings page, DiffContextSettings changeset) {
    this.shown =
        new DiffOptions(
            changeset.context(),
            Whitespace.SHOWN,
            page.files(),
            page.lines(),
            (int) diff.maxFileSize().toBytes(),
            diff.maxLineLength());
  }

  public DiffOptions shown() {
    return shown;
  }

  public DiffOptions raw() {
    return shown.withContext(CONTEXT_OF_GIT);
  }
}
