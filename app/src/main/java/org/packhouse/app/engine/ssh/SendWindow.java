package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.common.channel.RemoteWindow;

/**
 * The window that a client opens for a command's output. Clients widen it every few packets; a
 * writer wakes when a good part is open. The library's own wait wakes each time, by way of a third
 * thread and a timer.
 */
final class SendWindow {

  /** A writer is woken when the first window divided by this is open. */
  private static final int WORTH_WAKING = 8;

  /** Time after which a writer takes what there is, if the client never opens as much. */
  private static final long PATIENCE_NANOS = 500_000_000;

  private final RemoteWindow window;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private long wanted = Long.MAX_VALUE;

  SendWindow(RemoteWindow window) {
    this.window = window;
  }

  /** Returns the most bytes that one packet may hold. */
  int packetSize() {
    return (int) Math.min(window.getPacketSize(), PacketRoom.MAX_DATA / 4);
  }

  /**
   * Waits for room and takes up to {@code most} bytes of it; fails if the client opened nothing for
   * so many nanoseconds, which a waiting thread notices when {@link #wake} is called.
   */
  int take(int most, long idleNanos) throws IOException, InterruptedException {
    long enough = Math.min(most, Math.max(1, window.getMaxSize() / WORTH_WAKING));
    lock.lock();
    try {
      long since = 0;
      while (true) {
        if (!window.isOpen()) {
          throw new ClosedChannelException();
        }
        long size = window.getSize();
        long waited = since == 0 ? 0 : System.nanoTime() - since;
        if (size >= enough || (size > 0 && waited > PATIENCE_NANOS)) {
          int taken = (int) Math.min(size, most);
          window.consume(taken);
          return taken;
        }
        if (waited > idleNanos) {
          throw new SocketTimeoutException(
              "The client opened no window for " + idleNanos / 1_000_000_000 + " s");
        }
        if (since == 0) {
          since = System.nanoTime();
        }
        wanted = Math.min(wanted, enough);
        opened.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes writers if the window is wide enough now. */
  void widened() {
    lock.lock();
    try {
      if (window.getSize() >= wanted) {
        wakeAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes waiting threads to check their time limit, and whether the window is closed. */
  void wake() {
    lock.lock();
    try {
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    wanted = Long.MAX_VALUE;
    opened.signalAll();
  }
}
