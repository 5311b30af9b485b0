package org.packhouse.app.networks.merge;

import org.packhouse.app.storage.objects.Quarantine;

/**
 * A repository and the quarantine in which a merge or rebase is made. What it makes leaves with the
 * ref that is moved to it, and goes when the place is closed.
 */
public record MergePlace(long repositoryId, Quarantine quarantine) implements AutoCloseable {

  @Override
  public void close() {
    quarantine.close();
  }
}
