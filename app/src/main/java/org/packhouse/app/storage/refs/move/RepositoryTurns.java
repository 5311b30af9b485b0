package org.packhouse.app.storage.refs.move;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

final class RepositoryTurns {

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final Duration longestWait;
  private final Map<Long, Turn> turns = new HashMap<>();

  RepositoryTurns(Duration longestWait) {
    this.longestWait = longestWait;
  }

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  @FunctionalInterface
  interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws SQLException, E;
  }

  <T, E extends Exception> T inTurn(long repositoryId, Work<T, E> work) throws SQLException, E {
    Turn turn = enter(repositoryId);
    boolean mine = false;
    try {
      mine = await(turn);
      if (!mine) {
        throw new SQLException(
            "Other updates of repository %d took longer than %d ms"
                .formatted(repositoryId, longestWait.toMillis()),
            LOCK_NOT_AVAILABLE);
      }
      return work.run();
    } finally {
      if (mine) {
        turn.lock.unlock();
      }
      leave(repositoryId, turn);
    }
  }

  private boolean await(Turn turn) throws SQLException {
    try {
      return turn.lock.tryLock(longestWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("Interrupted while waiting for other updates", e);
    }
  }

  private Turn enter(long repositoryId) {
    synchronized (turns) {
      Turn turn = turns.computeIfAbsent(repositoryId, _ -> new Turn());
      turn.users++;
      return turn;
    }
  }

  private void leave(long repositoryId, Turn turn) {
    synchronized (turns) {
      turn.users--;
      if (turn.users == 0) {
        turns.remove(repositoryId);
      }
    }
  }
}
