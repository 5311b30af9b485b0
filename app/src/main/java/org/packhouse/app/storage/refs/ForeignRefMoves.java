package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records ref moves that another program made on disk, so that all nodes and listeners notice. */
public interface ForeignRefMoves {

  enum Outcome {
    /** No result: an update of this server is running, which may explain a difference. */
    UNKNOWN,
    /** Refs agree, or the difference is too recent to be recorded. */
    WAITING,
    WRITTEN
  }

  /**
   * Records lasting differences between the refs on disk and those of a version. Does nothing while
   * an update of this server runs, and never waits for a lock.
   */
  Outcome compare(long repositoryId, RefSnapshot before) throws IOException;

  void forgetDifferences(long repositoryId);

  /** Records all differences at once. The known target of HEAD counts if none is stored. */
  List<Move> recordNow(long repositoryId, @Nullable String headTarget) throws IOException;
}
