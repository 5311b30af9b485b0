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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the database that are given out in the order in which they were asked for, and
 * whose use no interrupt disturbs: what would interrupt the thread that has one waits until it has
 * given it back.
 */
public final class ConnectionPool extends HikariDataSource {

  /** Hikari alone lets those who have just given one back go before those who wait. */
  private final Semaphore turns;

  /** Why the last try to get one failed; null: it did not. */
  private volatile @Nullable SQLException away;

  /** A pool as described. */
  public ConnectionPool(HikariConfig description) {
    super(description);
    turns = new Semaphore(description.getMaximumPoolSize(), true);
  }

  /**
   * Takes a connection, waiting for it in line.
   *
   * @throws SQLException if none comes free within the connection time-out, or the database is away
   */
  @Override
  public Connection getConnection() throws SQLException {
    InterruptibleWork work = InterruptibleWork.current();
    work.enterDatabase();
    Connection taken = null;
    try {
      taken = inTurn();
    } finally {
      if (taken == null) {
        work.leaveDatabase();
      }
    }
    Runnable givenBack =
        () -> {
          turns.release();
          work.leaveDatabase();
        };
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new Lent(taken, givenBack));
  }

  private Connection inTurn() throws SQLException {
    awaitTurn();
    Connection taken = null;
    try {
      taken = super.getConnection();
      away = null;
      return taken;
    } catch (SQLException e) {
      away = e;
      throw e;
    } finally {
      if (taken == null) {
        turns.release();
      }
    }
  }

  private void awaitTurn() throws SQLException {
    Duration longest = Duration.ofMillis(getConnectionTimeout());
    boolean mine = false;
    try {
      mine = turns.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!mine) {
      SQLException problem = away;
      if (problem != null) {
        throw new SQLTransientConnectionException("The database does not answer", problem);
      }
      throw new NoConnectionFreeException(
          getPoolName(), getMaximumPoolSize(), turns.getQueueLength(), longest);
    }
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
