package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Whitespace;
import org.springframework.stereotype.Component;

/** Options of diffs where nobody says otherwise. */
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

  /** Of diffs that JSON and pages show. */
  public DiffOptions shown() {
    return shown;
  }

  /** Of diffs that are written as Git writes them. */
  public DiffOptions raw() {
    return shown.withContext(CONTEXT_OF_GIT);
  }
}
