package org.packhouse.app.engine.ssh;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the heap of unread input. Clients are offered windows of megabytes, because a push over a
 * long line needs them, and a thousand clients could fill theirs at once. While all connections
 * together hold more than the bound, a connection above its floor is not read.
 */
final class InputMemory {

  private static final long FLOOR = 256 << 10;

  private final long bound;
  private final AtomicLong held = new AtomicLong();
  private final Set<Share> waiting = ConcurrentHashMap.newKeySet();

  /** Bounds unread input to so many bytes. */
  InputMemory(long bound) {
    this.bound = bound;
  }

  long held() {
    return held.get();
  }

  /** Opens a share, whose {@code resume} runs when a refused connection may read again. */
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

  final class Share {

    private final Runnable resume;
    private final AtomicLong own = new AtomicLong();
    private final AtomicBoolean asleep = new AtomicBoolean();

    private Share(Runnable resume) {
      this.resume = resume;
    }

    void add(int bytes) {
      own.addAndGet(bytes);
      held.addAndGet(bytes);
    }

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

    /** Returns whether the connection may be read now; if not, {@code resume} tells when. */
    boolean mayRead() {
      if (allowed()) {
        return true;
      }
      asleep.set(true);
      waiting.add(this);
      // The input may have been consumed between the check and this note.
      return allowed() && asleep.compareAndSet(true, false);
    }

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
