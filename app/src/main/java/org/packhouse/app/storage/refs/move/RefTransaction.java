package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.FairKeyedLock;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefSettings;
import org.packhouse.app.storage.refs.move.RefRows.Locked;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The one transaction that moves refs. It also decides updates of stalled processes. */
@Component
class RefTransaction {

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final RefMovePool pool;
  private final RefRows rows;
  private final RefMover mover;
  private final Recovery recovery;
  private final Checkpoint checkpoint;
  private final Duration longestWait;
  private final FairKeyedLock<Long> locks = new FairKeyedLock<>();

  RefTransaction(
      RefMovePool pool,
      RefRows rows,
      RefMover mover,
      Recovery recovery,
      Checkpoint checkpoint,
      RefSettings settings) {
    this.longestWait = settings.longestWait();
    this.pool = pool;
    this.rows = rows;
    this.mover = mover;
    this.recovery = recovery;
    this.checkpoint = checkpoint;
  }

  /** Returns the reason for each ref that has not moved. */
  Map<Move, String> run(PendingUpdate pending, RefUpdates.Update update, RefStaging staging)
      throws SQLException, IOException {
    return run(
        pending,
        staging,
        (transaction, locked, stored) ->
            locked.archived()
                ? all(pending, "the repository is archived and read-only")
                : mover.move(transaction, locked, stored, pending, update, staging));
  }

  /** Work on a repository whose lock is held and which has no undecided update. */
  @FunctionalInterface
  interface Work {
    /**
     * Takes the last recorded values of the update's refs; returns the reason for each ref left
     * alone.
     */
    Map<Move, String> run(JdbcClient transaction, Locked locked, Map<String, String> stored)
        throws IOException;
  }

  Map<Move, String> run(PendingUpdate pending, RefStaging staging, Work work)
      throws SQLException, IOException {
    try (FairKeyedLock.Held _ = lock(pending.repositoryId())) {
      return runLocked(pending, staging, work);
    }
  }

  private FairKeyedLock.Held lock(long repositoryId) throws SQLException {
    try {
      FairKeyedLock.Held held = locks.tryLock(repositoryId, longestWait);
      if (held == null) {
        throw new SQLException(
            "Other updates of repository %d took longer than %d ms"
                .formatted(repositoryId, longestWait.toMillis()),
            LOCK_NOT_AVAILABLE);
      }
      return held;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("Interrupted while waiting for other updates", e);
    }
  }

  private Map<Move, String> runLocked(PendingUpdate pending, RefStaging staging, Work work)
      throws SQLException, IOException {
    return pool.<Map<Move, String>, IOException>transaction(transaction -> {
      Optional<Locked> locked = rows.lock(transaction, pending.repositoryId());
      staging.beginMoving();
      RefRows.Pending all = rows.pendingIn(transaction, pending.repositoryId(), pending.id());
      String refusal = refusal(locked, all.updates(), pending);
      rows.deletePending(transaction, pending.id());
      if (refusal != null || locked.isEmpty()) {
        return all(pending, refusal == null ? "" : refusal);
      }
      Locked current =
          recovery.decideStopped(transaction, locked.get(), all.updates(), pending.id());
      boolean recovered = current.version() != locked.get().version();
      Map<Move, String> found =
          work.run(
              transaction,
              current,
              recovered ? RefRows.stored(transaction, pending.repositoryId()) : all.stored());
      checkpoint.reached(Step.REFS_MOVED);
      return found;
    });
  }

  private static @Nullable String refusal(
      Optional<Locked> locked, List<PendingUpdate> all, PendingUpdate own) throws IOException {
    if (locked.isEmpty() || locked.get().trashed()) {
      return "the repository was deleted meanwhile";
    }
    if (all.stream().noneMatch(other -> other.id().equals(own.id()))) {
      throw new IOException("The update was decided by another process");
    }
    return null;
  }

  private static Map<Move, String> all(PendingUpdate update, String problem) {
    return update.changes().stream()
        .distinct()
        .collect(Collectors.toMap(move -> move, move -> problem));
  }
}
