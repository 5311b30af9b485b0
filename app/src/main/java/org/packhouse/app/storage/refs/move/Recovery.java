package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.app.storage.refs.move.RefRows.Locked;
import org.packhouse.app.storage.refs.move.RefUpdates.InTransaction;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Decides updates whose outcome is unknown: the process died, stalled until PostgreSQL ended its
 * transaction, or did not hear of its commit. The deciding process holds the repository's lock,
 * first fences the update, and then reads the refs on disk. If any ref has moved, the update is
 * completed, because all it needs was in place before; otherwise it is dropped. Only the caller
 * itself can write its own rows, which it does while it waits for the outcome ({@link
 * #decideWith}).
 */
@Component
class Recovery {

  private final RefMovePool pool;
  private final RefRows rows;
  private final RefMover mover;
  private final RepositoryStorage storage;
  private final SessionDirectories directories;
  private final Outbox outbox;

  Recovery(
      RefMovePool pool,
      RefRows rows,
      RefMover mover,
      RepositoryStorage storage,
      SessionDirectories directories,
      Outbox outbox) {
    this.pool = pool;
    this.rows = rows;
    this.mover = mover;
    this.storage = storage;
    this.directories = directories;
    this.outbox = outbox;
  }

  /** Decides an update in its own transaction; does nothing if it is decided. */
  void decide(PendingUpdate update) throws SQLException, IOException {
    pool.<Boolean, IOException>transaction(transaction -> decideOnce(transaction, update, null));
    RefStaging.forget(directories, update);
    outbox.committed();
  }

  /** Decides an update with its caller's rows, also if another process decided it before. */
  void decideWith(PendingUpdate update, InTransaction joined) throws SQLException, IOException {
    pool.<Boolean, IOException>transaction(transaction -> {
      boolean pending = decideOnce(transaction, update, joined);
      if (!pending && rows.unmarkRecovered(transaction, update.id())) {
        mover.write(joined, rows.movedBy(transaction, update.id()));
      }
      return pending;
    });
    RefStaging.forget(directories, update);
    outbox.committed();
  }

  private boolean decideOnce(
      JdbcClient transaction, PendingUpdate update, @Nullable InTransaction joined)
      throws IOException {
    Optional<Locked> locked = rows.lock(transaction, update.repositoryId());
    List<PendingUpdate> all = rows.pendingIn(transaction, update.repositoryId());
    boolean pending = all.stream().anyMatch(other -> other.id().equals(update.id()));
    if (pending && locked.isPresent()) {
      // A value on disk belongs to the update that held the lock, not to one that waited to write
      // the same.
      Locked current = decideStopped(transaction, locked.get(), all, update.id());
      RefStaging.stop(directories, update);
      decideLocked(transaction, current, update, joined);
    }
    return pending;
  }

  /**
   * Fences the pending updates other than {@code except}, completes those that had begun to move
   * refs when they lost the lock, drops those that had moved none, and returns the version row as
   * it is after that.
   */
  Locked decideStopped(
      JdbcClient transaction, Locked locked, List<PendingUpdate> pending, UUID except)
      throws IOException {
    Locked current = locked;
    for (PendingUpdate other : pending) {
      if (!other.id().equals(except) && RefStaging.stop(directories, other)) {
        decideLocked(transaction, current, other, null);
        current = rows.lock(transaction, locked.repositoryId()).orElseThrow();
      }
    }
    return current;
  }

  private void decideLocked(
      JdbcClient transaction, Locked locked, PendingUpdate update, @Nullable InTransaction joined)
      throws IOException {
    Path repository = storage.directory(locked.repositoryId());
    List<Path> left = left(repository, update);
    rows.deletePending(transaction, update.id());
    List<Move> happened = moved(transaction, new RefFiles(repository), update);
    if (left.isEmpty() && happened.isEmpty()) {
      return;
    }
    RefStaging staging = RefStaging.resume(directories, update);
    try {
      for (Path path : left) {
        RefLock.release(path, staging);
      }
      if (!happened.isEmpty()) {
        mover.resume(transaction, locked, update, happened, staging, joined);
      }
    } finally {
      staging.close();
    }
  }

  private static List<Path> left(Path repository, PendingUpdate update) throws IOException {
    List<Path> left = new ArrayList<>();
    for (Move move : update.changes()) {
      Path path = repository.resolve(move.ref());
      if (RefLock.isLeft(path, update.id())) {
        left.add(path);
      }
    }
    Path packed = repository.resolve("packed-refs");
    if (RefLock.isLeft(packed, update.id())) {
      left.add(packed);
    }
    return left;
  }

  /** Returns the moves whose new value is on disk but not recorded. */
  private List<Move> moved(JdbcClient transaction, RefFiles files, PendingUpdate update)
      throws IOException {
    RefCheck check = new RefCheck(files, Map.of(), false);
    List<Move> moved = new ArrayList<>();
    for (Move move : update.changes()) {
      boolean there =
          move.isHead()
              ? files.headTarget().equals(move.to())
              : check.current(move.ref()).name().equals(move.to());
      if (there
          && !move.changesNothing()
          && !rows.lastValue(transaction, update.repositoryId(), move.ref())
              .filter(move.to()::equals)
              .isPresent()) {
        moved.add(move);
      }
    }
    return moved;
  }
}
