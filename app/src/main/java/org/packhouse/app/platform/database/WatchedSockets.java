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
 * Sockets to PostgreSQL whose long read timeouts are enforced by one thread, once per second, for
 * the driver's property {@code socketFactory}.
 *
 * <p>With its own timeout, each blocked read of a virtual thread would enter and leave the JVM's
 * timer queue, waking another thread twice. A socket whose read has timed out is closed, after
 * which the driver abandons the connection, as with its own timeout.
 */
public final class WatchedSockets extends SocketFactory {

  /** The socket itself enforces shorter timeouts. */
  static final Duration MIN_WATCHED = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(WatchedSockets.class);

  private static final long EVERY_MILLIS = 1_000;

  /** A longer gap between rounds means that the process stood still. */
  private static final long MAX_ROUND_NANOS = 3 * EVERY_MILLIS * 1_000_000;

  private static final Set<Watched> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Thread.ofPlatform().daemon().name("database-sockets").start(WatchedSockets::watch);
  }

  /** All instances share the thread. */
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
    return new SocketException("Sockets of this factory are created unconnected");
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
      // After a standstill of this process, responses may have arrived unread.
      if (now - before < MAX_ROUND_NANOS) {
        OPEN.forEach(socket -> socket.check(now));
      }
      before = now;
    }
  }

  private static final class Watched extends Socket {

    /** 0 if not watched. */
    private volatile int longestMillis;

    /** By {@link System#nanoTime}; 0 if no read is running. */
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

    private void check(long now) {
      long began = since;
      int longest = longestMillis;
      if (began != 0 && longest > 0 && now - began > TimeUnit.MILLISECONDS.toNanos(longest)) {
        LOG.warn("PostgreSQL has not answered for {} ms: its connection is closed", longest);
        try {
          close();
        } catch (IOException e) {
          LOG.debug("An abandoned socket could not be closed", e);
        }
      }
    }

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
