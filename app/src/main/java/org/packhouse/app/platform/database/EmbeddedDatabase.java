package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Homes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL that comes with the server, used if settings name none.
 *
 * <p>Its data is in the shared home, which must lie in the local home so that no other node has it;
 * a lock keeps other servers on this machine away. It listens on the loopback address, writes
 * durably, and has one user with a random password. If it dies it is restarted on the same port; if
 * this server dies, the next one stops it and continues with the data. A {@link Ballast} carries it
 * through a full disk.
 */
public final class EmbeddedDatabase implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final long READY_SECONDS = 60;
  private static final long LOG_BYTES = 10L << 20;

  /** For the pools of a node and for commands beside it. */
  private static final int CONNECTIONS = 100;

  private final @Nullable Running running;
  private final @Nullable DatabaseAddress joined;

  private EmbeddedDatabase(@Nullable Running running, @Nullable DatabaseAddress joined) {
    this.running = running;
    this.joined = joined;
  }

  /** Returns a placeholder for when no embedded database is needed. */
  static EmbeddedDatabase none() {
    return new EmbeddedDatabase(null, null);
  }

  /** Joins the database of a running server, or else starts it. */
  static EmbeddedDatabase joinOrStart(Homes homes) {
    try {
      DataDirectory data = dataDirectory(homes);
      Integer port = DatabaseLock.isHeld(homes.database()) ? data.port() : null;
      return port == null
          ? start(homes)
          : new EmbeddedDatabase(null, address(port, data.password()));
    } catch (IOException e) {
      throw new StartRefusedException(
          "The embedded PostgreSQL of the running server cannot be used: %s."
              .formatted(e.getMessage()),
          e);
    }
  }

  private static DataDirectory dataDirectory(Homes homes) throws IOException {
    return new DataDirectory(
        homes.database(),
        homes.log().resolve("postgresql.log"),
        PostgresPrograms.in(PostgresBinaries.unpack(homes.caches())));
  }

  private static DatabaseAddress address(int port, String password) {
    return new DatabaseAddress(
        "jdbc:postgresql://localhost:%d/postgres".formatted(port), DataDirectory.USER, password);
  }

  static EmbeddedDatabase start(Homes homes) {
    return start(homes, CONNECTIONS);
  }

  /** Starts it for several nodes, with their total of connections. */
  public static EmbeddedDatabase start(Homes homes, int connections) {
    if (!homes.shared().startsWith(homes.local())) {
      throw new StartRefusedException(
          "The embedded PostgreSQL runs only if the shared home (%s) lies in the local home (%s); set jdbc.url, jdbc.user and jdbc.password."
              .formatted(homes.shared(), homes.local()));
    }
    try {
      Files.createDirectories(homes.log());
      Files.createDirectories(homes.shared());
      Ballast ballast = Ballast.beside(homes.database());
      DatabaseLock lock = DatabaseLock.acquire(homes.database());
      try {
        ballast.check();
        Path log = rotated(homes.log().resolve("postgresql.log"));
        PostgresPrograms programs = PostgresPrograms.in(PostgresBinaries.unpack(homes.caches()));
        DataDirectory data = new DataDirectory(homes.database(), log, programs);
        data.prepare();
        data.stopWhatWasLeft();
        Running running =
            new Running(lock, data, programs, log, new Endpoint(freePort(), connections), ballast);
        running.start();
        ballast.start();
        return new EmbeddedDatabase(running, null);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StartRefusedException(
          "The embedded PostgreSQL does not start: %s.".formatted(e.getMessage()), e);
    }
  }

  public DatabaseAddress address() {
    if (joined != null) {
      return joined;
    }
    if (running == null) {
      throw new IllegalStateException("No embedded database was started");
    }
    return running.address();
  }

  @Override
  public void close() {
    if (running != null) {
      running.stop();
    }
  }

  private static Path rotated(Path log) throws IOException {
    if (Files.exists(log) && Files.size(log) > LOG_BYTES) {
      Files.move(log, Path.of(log + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
    return log;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private record Endpoint(int port, int connections) {}

  /** A PostgreSQL process and what is needed to restart it. */
  private static final class Running {

    private final DatabaseLock lock;
    private final DataDirectory data;
    private final PostgresPrograms programs;
    private final Path log;
    private final Endpoint endpoint;
    private final Ballast ballast;
    private final String password;
    private final ReentrantLock turns = new ReentrantLock();
    private boolean wanted = true;

    Running(
        DatabaseLock lock,
        DataDirectory data,
        PostgresPrograms programs,
        Path log,
        Endpoint endpoint,
        Ballast ballast)
        throws IOException {
      this.lock = lock;
      this.data = data;
      this.programs = programs;
      this.log = log;
      this.endpoint = endpoint;
      this.ballast = ballast;
      this.password = data.password();
    }

    DatabaseAddress address() {
      return EmbeddedDatabase.address(endpoint.port(), password);
    }

    void start() throws IOException {
      List<String> arguments = new ArrayList<>(List.of("-D", data.path().toString()));
      arguments.addAll(List.of("-p", Integer.toString(endpoint.port())));
      for (String setting :
          List.of(
              "listen_addresses=localhost",
              "unix_socket_directories=",
              "fsync=on",
              "synchronous_commit=on",
              "full_page_writes=on",
              "max_connections=" + endpoint.connections(),
              "log_min_messages=warning",
              "timezone=UTC")) {
        arguments.addAll(List.of("-c", setting));
      }
      Process process = programs.command("postgres", arguments, log).start();
      try {
        waitUntilReady(process);
      } catch (IOException | RuntimeException e) {
        process.destroyForcibly();
        throw e;
      }
      Thread.ofPlatform().daemon().name("postgresql-watch").start(() -> watch(process));
    }

    private void waitUntilReady(Process process) throws IOException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
      while (true) {
        try (Connection connection =
            DriverManager.getConnection(address().url(), DataDirectory.USER, password)) {
          connection.isValid(1);
          return;
        } catch (SQLException notYet) {
          if (!process.isAlive() || System.nanoTime() > deadline) {
            throw new IOException("its log ends with " + PostgresPrograms.tail(log), notYet);
          }
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
      }
    }

    private void watch(Process process) {
      try {
        int status = process.waitFor();
        while (!restarted(status)) {
          LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Restarts it unless it was stopped on purpose; returns false to try again. */
    private boolean restarted(int status) {
      turns.lock();
      try {
        if (wanted) {
          LOG.error("The embedded PostgreSQL ended with status {}; it is started again.", status);
          data.stopWhatWasLeft();
          start();
          LOG.info("The embedded PostgreSQL runs again.");
        }
        return true;
      } catch (IOException | RuntimeException e) {
        LOG.error("The embedded PostgreSQL could not be restarted: {}", e.getMessage());
        return false;
      } finally {
        turns.unlock();
      }
    }

    void stop() {
      ballast.close();
      turns.lock();
      try {
        wanted = false;
        List<String> fast =
            List.of("stop", "--pgdata=" + data.path(), "--mode=fast", "--wait", "--timeout=60");
        if (programs.run("pg_ctl", fast, log) != 0) {
          LOG.warn("The embedded PostgreSQL had already stopped.");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        turns.unlock();
        lock.close();
      }
    }
  }
}
