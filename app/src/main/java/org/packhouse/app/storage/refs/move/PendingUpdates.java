package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.LoggedRequest;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.move.RefUpdates.InTransaction;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Ref updates in progress, whose rows let other processes decide them. */
@Component
class PendingUpdates {

  private static final Logger LOG = LoggerFactory.getLogger(PendingUpdates.class);
  private static final int TRIES = 4;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);

  private final RefMovePool pool;
  private final RefRows rows;
  private final Recovery recovery;
  private final NodeSessions sessions;
  private final Set<UUID> running = ConcurrentHashMap.newKeySet();

  PendingUpdates(RefMovePool pool, RefRows rows, Recovery recovery, NodeSessions sessions) {
    this.pool = pool;
    this.rows = rows;
    this.recovery = recovery;
    this.sessions = sessions;
  }

  /** Inserts the row of an update, for which the caller must call {@link #ended}. */
  PendingUpdate begin(RefRequest request, List<Move> moves) throws IOException {
    return begin(request.repository().value(), request.cause().text(), request.actor(), moves);
  }

  PendingUpdate begin(long repositoryId, String cause, Actor actor, List<Move> moves)
      throws IOException {
    PendingUpdate begun =
        new PendingUpdate(
            UUID.randomUUID(),
            repositoryId,
            sessions.current(),
            cause,
            actor,
            MDC.get(LoggedRequest.MDC_KEY),
            moves);
    running.add(begun.id());
    try {
      rows.insertPending(pool.statements(), begun);
      return begun;
    } catch (DataAccessException e) {
      ended(begun);
      throw new IOException("The update could not be recorded: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      ended(begun);
      throw e;
    }
  }

  void ended(PendingUpdate update) {
    running.remove(update.id());
  }

  List<PendingUpdate> of(UUID session) {
    return rows.pendingOf(pool.statements(), session);
  }

  Set<UUID> running() {
    return running;
  }

  /** Drops an update whose caller's rows failed before any ref moved. */
  void drop(PendingUpdate pending) throws IOException {
    try {
      recovery.decide(pending);
    } catch (SQLException e) {
      throw new IOException("The push has not been undone yet", e);
    }
  }

  /**
   * Decides a failed update with its caller's rows; returns the reason for each unmoved ref.
   *
   * @throws RefMover.CallersRowsException if the rows cannot be written: the update may be pending
   * @throws UndecidedUpdateException if it cannot be decided in time
   * @throws IOException if nothing has moved
   */
  Map<Move, String> decideFailed(PendingUpdate pending, InTransaction joined, Exception failure)
      throws IOException {
    LOG.warn("Update {} of repository {} failed", pending.id(), pending.repositoryId(), failure);
    joined.undecided();
    Set<Move> moved = new HashSet<>(decided(pending, () -> recovery.decideWith(pending, joined)));
    if (moved.isEmpty()) {
      throw new IOException("The refs could not be moved: " + failure.getMessage(), failure);
    }
    return pending.changes().stream()
        .distinct()
        .filter(move -> !moved.contains(move) && !move.changesNothing())
        .collect(Collectors.toMap(move -> move, move -> "failed to update ref"));
  }

  /** Decides an update by the refs on disk, without its caller's rows. */
  List<Move> decideWithoutRows(PendingUpdate pending) throws UndecidedUpdateException {
    return decided(pending, () -> recovery.decide(pending));
  }

  @FunctionalInterface
  private interface Decision {
    void make() throws SQLException, IOException;
  }

  private List<Move> decided(PendingUpdate pending, Decision decision)
      throws UndecidedUpdateException {
    for (int tries = 1; ; tries++) {
      try {
        decision.make();
        return rows.movedBy(pool.statements(), pending.id());
      } catch (RefMover.CallersRowsException e) {
        if (DatabaseTrouble.of(e) == null) {
          throw e;
        }
        giveUpAfter(tries, e);
      } catch (SQLException | DataAccessException | IOException e) {
        giveUpAfter(tries, e);
      }
    }
  }

  private static void giveUpAfter(int tries, Exception failure) throws UndecidedUpdateException {
    if (tries == TRIES) {
      throw new UndecidedUpdateException(failure);
    }
    try {
      Thread.sleep(BETWEEN_TRIES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UndecidedUpdateException(e);
    }
  }
}
