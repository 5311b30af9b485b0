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
 * A connection pool that serves waiting threads in order, round robin by origin, and defers
 * interrupts of a thread until it has returned its connection.
 */
public final class ConnectionPool extends HikariDataSource {

  /** Hikari alone serves a thread that has just returned a connection before waiting ones. */
  private final FairSemaphore turns;

  /** The failure of the last attempt to connect, or null. */
  private volatile @Nullable SQLException away;

  public ConnectionPool(HikariConfig description) {
    super(description);
    turns = new FairSemaphore(description.getMaximumPoolSize());
  }

  /**
   * Waits in line for a connection.
   *
   * @throws SQLException if none is free in time, the database is away, or the work was called off
   */
  @Override
  public Connection getConnection() throws SQLException {
    InterruptibleWork work = InterruptibleWork.current();
    work.enterDatabase();
    FairSemaphore.Permit turn = null;
    Connection taken = null;
    try {
      turn = awaitTurn(work);
      taken = superConnection();
    } finally {
      if (taken == null) {
        leave(turn, work);
      }
    }
    FairSemaphore.Permit mine = turn;
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new Lent(taken, () -> leave(mine, work)));
  }

  private static void leave(FairSemaphore.@Nullable Permit turn, InterruptibleWork work) {
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

  private FairSemaphore.Permit awaitTurn(InterruptibleWork work) throws SQLException {
    Duration longest = Duration.ofMillis(getConnectionTimeout());
    FairSemaphore.Permit turn = null;
    if (work.enterLine()) {
      try {
        turn = turns.acquire(work.origin(), longest);
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

  public int waiting() {
    return turns.waiting();
  }

  /** Delegates to a connection and signals its return. */
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
