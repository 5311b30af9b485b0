package org.packhouse.app.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the database that are given out in the order in which they were asked for, to one
 * origin of work after the other, and whose use no interrupt disturbs: what would interrupt the
 * thread that has one waits until it has given it back.
 */
public final class ConnectionPool extends HikariDataSource {

  /** Hikari alone lets those who have just given one back go before those who wait. */
  private final FairTurns turns;

  /** Why the last try to get one failed; null: it did not. */
  private volatile @Nullable SQLException away;

  /** A pool as described. */
  public ConnectionPool(HikariConfig description) {
    super(description);
    turns = new FairTurns(description.getMaximumPoolSize());
  }

  /**
   * Takes a connection, waiting for it in line.
   *
   * @throws SQLException if none comes free within the connection time-out, the database is away,
   *     or the work was called off
   */
  @Override
  public Connection getConnection() throws SQLException {
    InterruptibleWork work = InterruptibleWork.current();
    work.enterDatabase();
    FairTurns.Turn turn = null;
    Connection taken = null;
    try {
      turn = awaitTurn(work);
      taken = superConnection();
    } finally {
      if (taken == null) {
        leave(turn, work);
      }
    }
    FairTurns.Turn mine = turn;
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new Lent(taken, () -> leave(mine, work)));
  }

  private static void leave(FairTurns.@Nullable Turn turn, InterruptibleWork work) {
    if (turn != null) {
      turn.close();
    }
    work.leaveDatabase();
  }

  private Connection superConnection() throws SQLException {
    try {
      Connection taken = super.getConnection();
      away = null;
      return taken;
    } catch (SQLException e) {
      away = e;
      throw e;
    }
  }

  private FairTurns.Turn awaitTurn(InterruptibleWork work) throws SQLException {
    Duration longest = Duration.ofMillis(getConnectionTimeout());
    FairTurns.Turn turn = null;
    if (work.enterLine()) {
      try {
        turn = turns.take(work.origin(), longest);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (work.leaveLine()) {
      if (turn != null) {
        turn.close();
      }
      throw new CalledOffException(getPoolName());
    }
    if (turn != null) {
      return turn;
    }
    SQLException problem = away;
    if (problem != null) {
      throw new SQLTransientConnectionException("The database does not answer", problem);
    }
    throw new NoConnectionFreeException(
        getPoolName(), getMaximumPoolSize(), turns.waiting(), longest);
  }

  /** How many wait for a connection. */
  public int waiting() {
    return turns.waiting();
  }

  /** Passes everything on to a connection, and says when it was given back. */
  private static final class Lent implements InvocationHandler {

    private final Connection connection;
    private final Runnable givenBack;
    private boolean closed;

    Lent(Connection connection, Runnable givenBack) {
      this.connection = connection;
      this.givenBack = givenBack;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      return switch (method.getName()) {
        case "equals" -> arguments != null && isMine(arguments[0]);
        case "hashCode" -> System.identityHashCode(proxy);
        case "close" -> {
          close();
          yield null;
        }
        default -> pass(method, arguments);
      };
    }

    private boolean isMine(@Nullable Object other) {
      return other != null
          && Proxy.isProxyClass(other.getClass())
          && Proxy.getInvocationHandler(other).equals(this);
    }

    private void close() throws SQLException {
      try {
        connection.close();
      } finally {
        if (!closed) {
          closed = true;
          givenBack.run();
        }
      }
    }

    private @Nullable Object pass(Method method, Object @Nullable [] arguments) throws Throwable {
      try {
        return method.invoke(connection, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause() == null ? e : e.getCause();
      }
    }
  }
}
