package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records moves of refs that another program made on disk, so that every node reads the refs anew
 * and every listener hears of them.
 */
public interface ForeignRefMoves {

  /** The outcome of a comparison of the refs on disk with those at the present version. */
  enum Outcome {
    /** Nothing is known: an update of this server is under way, which may explain a difference. */
    UNKNOWN,
    /** There is no difference, or it has not stood for long enough. */
    WAITING,
    /** The moves were recorded, and the ref version raised. */
    WRITTEN
  }

  /**
   * Compares the refs on disk with a snapshot, and records differences that have stood for long
   * enough. Does nothing while an update of this server is under way, which records its moves
   * itself. Waits for no lock.
   *
   * @param before the refs at the present version
   */
  Outcome look(long repositoryId, RefSnapshot before) throws IOException;

  /** Forgets differences that were seen earlier, after the refs on disk were found unchanged. */
  void agree(long repositoryId);

  /**
   * Records at once how the refs on disk differ from the stored ones, whatever any node remembers.
   *
   * @param headTarget the target of HEAD before, if no move of HEAD is stored; null: not known
   * @return the recorded moves
   */
  List<Move> writeNow(long repositoryId, @Nullable String headTarget) throws IOException;
}
