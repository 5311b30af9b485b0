package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.time.Instant;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.source.browse.lastchange.LastChangeIndex;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.springframework.stereotype.Component;

/** The rows that are derived from the content of a repository. */
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

  /** Deletes ref moves from before a time, and measures the repository. */
  void refresh(long repositoryId, Instant movesBefore) throws IOException {
    moves.forget(repositoryId, movesBefore);
    lastChanges.forget(repositoryId);
    sizes.measure(repositoryId);
  }
}
