package org.packhouse.lab.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A long link in one process: what is sent to its port arrives at the server half a round trip
 * later, and what the server answers takes as long. Bytes do not wait for bytes: as much may be on
 * the way as a fast line holds, so that what limits a transfer is the window of the protocol above,
 * as on a real line. A connection takes one round trip to be made.
 */
public final class DelayingProxy implements AutoCloseable {

  /** What may be on the way each way: 100 ms at over a gigabit a second. */
  private static final int IN_FLIGHT = 16 << 20;

  private static final int PIECE = 1 << 14;

  /** What the kernel may hold, so that little is underway that nobody counts. */
  private static final int KERNEL = 1 << 16;

  private final ServerSocket listener;
  private final InetSocketAddress server;
  private final Link link;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private DelayingProxy(ServerSocket listener, InetSocketAddress server, Link link) {
    this.listener = listener;
    this.server = server;
    this.link = link;
  }

  /** Begins to listen on a port of its own. */
  public static DelayingProxy before(InetSocketAddress server, Link link) throws IOException {
    ServerSocket listener = new ServerSocket();
    if (link.bytesPerSecond() > 0) {
      listener.setReceiveBufferSize(KERNEL);
    }
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    DelayingProxy proxy = new DelayingProxy(listener, server, link);
    Thread.ofVirtual().name("delaying-proxy").start(proxy::accept);
    return proxy;
  }

  /** Where to connect to in place of the server. */
  public InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException closed) {
        if (!listener.isClosed()) {
          close();
        }
      }
    }
  }

  private void connect(Socket client) {
    Socket onward = new Socket();
    open.add(onward);
    try {
      if (link.bytesPerSecond() > 0) {
        onward.setReceiveBufferSize(KERNEL);
      }
      onward.connect(server);
      client.setTcpNoDelay(true);
      onward.setTcpNoDelay(true);
      Duration way = link.roundTrip().dividedBy(2);
      AtomicInteger running = new AtomicInteger(2);
      Runnable ended =
          () -> {
            if (running.decrementAndGet() == 0) {
              end(client);
              end(onward);
            }
          };
      new Direction(client, onward, way.plus(link.roundTrip()), way, ended).start();
      new Direction(onward, client, way, way, ended).start();
    } catch (IOException unreachable) {
      end(client);
      end(onward);
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException closed) {
      // it is of no more use either way
    }
  }

  /** Bytes that left at a time and arrive at another; none mean the end. */
  private record Piece(long due, ByteBuffer bytes) {}

  private final class Direction {

    private final Socket from;
    private final Socket to;
    private final Duration first;
    private final Duration later;
    private final Runnable ended;
    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final TokenBucket bucket = new TokenBucket(link.bytesPerSecond());

    private Direction(Socket from, Socket to, Duration first, Duration later, Runnable ended) {
      this.from = from;
      this.to = to;
      this.first = first;
      this.later = later;
      this.ended = ended;
    }

    private void start() {
      Thread.ofVirtual().start(this::read);
      Thread.ofVirtual().start(this::write);
    }

    private void read() {
      long earliest = System.nanoTime() + first.toNanos();
      byte[] buffer = new byte[PIECE];
      try {
        InputStream in = from.getInputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          room.acquire(n);
          bucket.spend(n);
          pieces.add(new Piece(due(earliest), ByteBuffer.wrap(Arrays.copyOf(buffer, n))));
        }
      } catch (IOException cut) {
        // the other side hears of it as an end
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      pieces.add(new Piece(due(earliest), ByteBuffer.allocate(0)));
    }

    private long due(long earliest) {
      return Math.max(System.nanoTime() + later.toNanos(), earliest);
    }

    private void write() {
      try {
        OutputStream out = to.getOutputStream();
        for (Piece piece = pieces.take(); piece.bytes().hasRemaining(); piece = pieces.take()) {
          TokenBucket.waitUntil(piece.due());
          out.write(piece.bytes().array());
          room.release(piece.bytes().remaining());
        }
        to.shutdownOutput();
      } catch (IOException cut) {
        end(from);
        end(to);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        ended.run();
      }
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException closed) {
      // it listens no more either way
    }
    Set.copyOf(open).forEach(this::end);
  }
}
