package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.time.Instant;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.source.browse.lastchange.LastChangeIndex;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.springframework.stereotype.Component;

/** Rows that follow from what a repository holds and held. */
@Component
class DerivedRows {

  private final RefMoveLog moves;
  private final LastChangeIndex lastChanges;
  private final RepositorySizes sizes;

  DerivedRows(RefMoveLog moves, LastChangeIndex lastChanges, RepositorySizes sizes) {
    this.moves = moves;
    this.lastChanges = lastChanges;
    this.sizes = sizes;
  }

  /**
   * Forgets what nobody looks up any more, and measures the repository anew.
   *
   * @param movesBefore older moves of refs are looked up by nobody
   */
  void refresh(long repositoryId, Instant movesBefore) throws IOException {
    moves.forget(repositoryId, movesBefore);
    lastChanges.forget(repositoryId);
    sizes.measure(repositoryId);
  }
}
