package org.packhouse.app.engine.ssh;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the heap that unread input takes below a bound. Clients are offered windows of megabytes,
 * because a push over a long line needs them, and a thousand clients could fill theirs at once. So
 * while all connections together hold more than the bound, a connection that holds more than its
 * floor is not read from; it is read again when its commands have taken their input or the others
 * have.
 */
final class InputMemory {

  private static final long FLOOR = 256 << 10;

  private final long bound;
  private final AtomicLong held = new AtomicLong();
  private final Set<Share> waiting = ConcurrentHashMap.newKeySet();

  /** Makes one with a bound in bytes. */
  InputMemory(long bound) {
    this.bound = bound;
  }

  /** Bytes held now. */
  long held() {
    return held.get();
  }

  /** A connection's part; {@code resume} is called when a refused connection may read again. */
  Share share(Runnable resume) {
    return new Share(resume);
  }

  private void wake() {
    for (Share share : waiting) {
      if (held.get() >= bound) {
        return;
      }
      share.wake();
    }
  }

  /** The memory that one connection holds. */
  final class Share {

    private final Runnable resume;
    private final AtomicLong own = new AtomicLong();
    private final AtomicBoolean asleep = new AtomicBoolean();

    private Share(Runnable resume) {
      this.resume = resume;
    }

    /** Bytes arrived that a command has not read. */
    void add(int bytes) {
      own.addAndGet(bytes);
      held.addAndGet(bytes);
    }

    /** A command read bytes, or was closed and reads no more. */
    void remove(long bytes) {
      long left = own.addAndGet(-bytes);
      long all = held.addAndGet(-bytes);
      if (left < FLOOR) {
        wakeIfAsleep();
      }
      if (all < bound) {
        InputMemory.this.wake();
      }
    }

    /** Whether the connection may be read now; if not, {@code resume} tells when. */
    boolean mayRead() {
      if (allowed()) {
        return true;
      }
      asleep.set(true);
      waiting.add(this);
      // What was held may have been taken between the look and the note that we sleep.
      return allowed() && asleep.compareAndSet(true, false);
    }

    /** The connection is gone. */
    void close() {
      asleep.set(false);
      waiting.remove(this);
    }

    private boolean allowed() {
      return own.get() < FLOOR || held.get() < bound;
    }

    private void wakeIfAsleep() {
      if (asleep.get()) {
        wake();
      }
    }

    private void wake() {
      if (asleep.compareAndSet(true, false)) {
        waiting.remove(this);
        resume.run();
      }
    }
  }
}
