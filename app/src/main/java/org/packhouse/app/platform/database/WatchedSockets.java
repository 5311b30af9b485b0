package org.packhouse.app.platform.database;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sockets to PostgreSQL that have their long time-outs from one thread that looks at all of
 * them once a second, for the driver's property {@code socketFactory}.
 *
 * <p>A read that has a time-out of its own has a virtual thread wait in the queue of the JVM's
 * timer, which another thread has to wake up for, twice: to let it in and to take it out when the
 * response is there. A socket whose read has waited for too long is closed, which ends the read as
 * its own time-out would have: the driver gives the connection up.
 */
public final class WatchedSockets extends SocketFactory {

  /** A shorter time-out is kept by the socket itself, to the millisecond. */
  static final Duration MIN_WATCHED = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(WatchedSockets.class);

  private static final long EVERY_MILLIS = 1_000;

  /** A round that comes later than that comes after a standstill. */
  private static final long MAX_ROUND_NANOS = 3 * EVERY_MILLIS * 1_000_000;

  private static final Set<Watched> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Thread.ofPlatform().daemon().name("database-sockets").start(WatchedSockets::watch);
  }

  /** A factory; all of them have the same thread. */
  public WatchedSockets() {}

  @Override
  public Socket createSocket() {
    return new Watched();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw connected();
  }

  private static SocketException connected() {
    return new SocketException("These sockets are made first and connected then");
  }

  private static void watch() {
    long before = System.nanoTime();
    while (true) {
      try {
        Thread.sleep(EVERY_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long now = System.nanoTime();
      // After a standstill of this process responses may lie there that nobody has read yet.
      if (now - before < MAX_ROUND_NANOS) {
        OPEN.forEach(socket -> socket.check(now));
      }
      before = now;
    }
  }

  private static final class Watched extends Socket {

    /** The time-out that is watched; 0: none is. */
    private volatile int longestMillis;

    /** When the read that is under way began, by {@link System#nanoTime}; 0: none is. */
    private volatile long since;

    @Override
    public void connect(SocketAddress server, int millis) throws IOException {
      super.connect(server, millis);
      OPEN.add(this);
      if (isClosed()) {
        OPEN.remove(this);
      }
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
      boolean watched = millis >= MIN_WATCHED.toMillis();
      super.setSoTimeout(watched ? 0 : millis);
      longestMillis = watched ? millis : 0;
    }

    @Override
    public int getSoTimeout() throws SocketException {
      int watched = longestMillis;
      return watched > 0 ? watched : super.getSoTimeout();
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new Reads(super.getInputStream());
    }

    @Override
    public void close() throws IOException {
      OPEN.remove(this);
      super.close();
    }

    /** Closes it if its read has waited for too long. */
    private void check(long now) {
      long began = since;
      int longest = longestMillis;
      if (began != 0 && longest > 0 && now - began > TimeUnit.MILLISECONDS.toNanos(longest)) {
        LOG.warn("PostgreSQL has not answered for {} ms: its connection is closed", longest);
        try {
          close();
        } catch (IOException e) {
          LOG.debug("A socket that is given up does not close", e);
        }
      }
    }

    /** Notes when each read begins and that it has ended. */
    private final class Reads extends FilterInputStream {

      Reads(InputStream in) {
        super(in);
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        since = System.nanoTime() | 1;
        try {
          return in.read(bytes, offset, length);
        } finally {
          since = 0;
        }
      }
    }
  }
}
