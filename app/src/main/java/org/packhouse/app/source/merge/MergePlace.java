package org.packhouse.app.source.merge;

import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.objects.Quarantine;

/**
 * A repository, and the quarantine in which a merge or rebase is made. New objects leave the
 * quarantine with the ref update that uses them, and are dropped when the place is closed. All git
 * commands run under one ticket.
 */
public record MergePlace(long repositoryId, Quarantine quarantine, Ticket ticket)
    implements AutoCloseable {

  @Override
  public void close() {
    try (ticket) {
      quarantine.close();
    }
  }
}
