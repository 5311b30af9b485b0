package org.packhouse.app.source.changes.rest;

import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;

/** An open comparison; {@code range} begins at the merge base, or at {@code to} without one. */
record Comparison(Reading reading, String from, String to, CommitRange range)
    implements AutoCloseable {

  @Override
  public void close() {
    reading.close();
  }
}
