package org.packhouse.app.source.changes.rest;

import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;

/**
 * Two commits of one repository or of two, to be compared.
 *
 * @param reading reads the objects of both repositories
 * @param from the id of the commit that has the changes
 * @param to the id of the commit that they would go to
 * @param range what the changes are: from where the histories parted, or from {@code to} if they
 *     have nothing in common
 */
record Comparison(Reading reading, String from, String to, CommitRange range)
    implements AutoCloseable {

  @Override
  public void close() {
    reading.close();
  }
}
