package org.packhouse.scmcache.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.ResponsePart;
import org.packhouse.scmcache.ScmCache.Producer;

/**
 * A production: one writer, many readers.
 *
 * <p>The writer has its own thread, so no client delays or ends it. It appends to a {@link Spool};
 * each client is a {@link Follower} that reads the spool and waits at its end, woken for large
 * pieces and flushes. The writer waits if it is too far ahead of the fastest follower ({@link
 * ProductionLimits#lead}).
 *
 * <p>When the spool refuses, further bytes pass through a ring in memory, the {@link Tail}, at the
 * pace of the slowest follower. Every follower still gets everything, but nothing is stored, and
 * later clients start another production.
 *
 * <p>A response whose first and largest part is stored is made within a moment. It is withheld
 * until complete, and followers take it as a file.
 *
 * <p>When the last follower leaves, a short response is completed, because another client is likely
 * to want it; a long one, or one that has not begun, is cancelled by interrupting the writer. On
 * failure followers first get what was made, then the exception.
 *
 * <p>One lock guards everything. {@link Spool#keep} is called under it, so {@link #forbid} either
 * prevents storing or finds the entry stored.
 */
final class Production {

  /** The awaited bytes are in the spool. */
  static final int IN_SPOOL = -2;

  private static final int CHUNK = 64 * 1024;

  /** Waking followers for each chunk would cost more than writing it. */
  private static final int WAKE = 4 * CHUNK;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Condition demand = lock.newCondition();
  private final Set<Follower> followers = new HashSet<>();
  private final Request request;
  private final Spool spool;
  private final ProductionLimits limits;
  private final Thread writer;

  private int queuedBefore;
  private int queueUpdates;
  private long made;
  private long flushed;
  private long announced;
  private long fastest;
  private @Nullable Tail tail;
  private @Nullable Throwable failure;
  private boolean begun;
  private boolean withheld;
  private boolean forbidden;
  private boolean cancelled;
  private boolean ended;

  /** The writer calls {@code ended} at the end. */
  Production(
      Request request,
      Producer producer,
      Spool spool,
      ProductionLimits limits,
      Consumer<Production> ended) {
    this.request = request;
    this.spool = spool;
    this.limits = limits;
    this.writer =
        Thread.ofVirtual()
            .name("scm-cache-writer")
            .unstarted(() -> {
              try {
                make(producer);
              } finally {
                ended.accept(this);
              }
            });
  }

  Request request() {
    return request;
  }

  void start() {
    writer.start();
  }

  /** Adds a follower from the first byte; returns null if it is too late. */
  @Nullable Follower join() {
    lock.lock();
    try {
      if (ended || cancelled || forbidden || tail != null) {
        return null;
      }
      Follower follower = new Follower(this, spool);
      followers.add(follower);
      return follower;
    } finally {
      lock.unlock();
    }
  }

  /** Completes for present followers, but stores nothing and accepts no more. */
  void forbid() {
    locked(() -> {
      forbidden = true;
      cancelIfAbandoned();
    });
  }

  /** Ends the production; followers fail. */
  void cancel() {
    locked(this::cancelLocked);
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private void make(Producer producer) {
    boolean whole = false;
    Throwable thrown = null;
    try {
      whole = producer.produce(new ProductionOutput(this));
    } catch (IOException | RuntimeException | Error e) {
      thrown = e;
    }
    end(whole, thrown);
  }

  private void end(boolean whole, @Nullable Throwable thrown) {
    lock.lock();
    try {
      failure = cancelled && thrown == null ? noLongerWanted() : thrown;
      if (whole && failure == null && !forbidden && tail == null && made > 0) {
        spool.keep();
      } else {
        spool.discard();
      }
    } finally {
      ended = true;
      more.signalAll();
      closeWhenLeft();
      lock.unlock();
    }
  }

  /** Called by the queued writer. */
  void queued(int before) throws IOException {
    lock.lock();
    try {
      cancelIfAbandoned();
      if (cancelled) {
        throw noLongerWanted();
      }
      queuedBefore = before;
      queueUpdates++;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Called by the writer. */
  void add(byte[] bytes, int offset, int length) throws IOException {
    try {
      for (int done = 0; done < length; done += CHUNK) {
        addChunk(bytes, offset + done, Math.min(CHUNK, length - done));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void addChunk(byte[] bytes, int offset, int length)
      throws IOException, InterruptedException {
    awaitDemand(length);
    // Only the writer sets the tail, so it may read it without the lock.
    boolean spooled = tail == null && spool.append(bytes, offset, length);
    lock.lock();
    try {
      if (!spooled) {
        if (tail == null) {
          tail = new Tail(made);
          withheld = false;
        }
        awaitRoom(tail, length);
        tail.put(made, bytes, offset, length);
      }
      made += length;
      begun = true;
      if (announced == 0 || made - announced >= WAKE || tail != null) {
        announceLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called by the writer; returns false if nothing of the part was taken. */
  boolean include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    // Only the writer sets these, so it may read them without the lock.
    if (made > 0 || tail != null || !spool.include(before, part, listener)) {
      return false;
    }
    lock.lock();
    try {
      made = before.length + part.length();
      begun = true;
      withheld = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Called by the writer: all bytes so far are worth sending. */
  void flush() {
    lock.lock();
    try {
      begun = true;
      if (flushed < made) {
        flushed = made;
        announceLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  private void announceLocked() {
    if (!withheld) {
      announced = made;
      more.signalAll();
    }
  }

  private void awaitDemand(int length) throws IOException, InterruptedException {
    lock.lock();
    try {
      while (true) {
        cancelIfAbandoned();
        if (cancelled) {
          throw noLongerWanted();
        }
        if (withheld || followers.isEmpty() || made + length - fastest <= limits.lead()) {
          return;
        }
        fastest = followers.stream().mapToLong(Follower::position).max().orElse(0);
        if (made + length - fastest > limits.lead() && fastest < made) {
          announceLocked();
          demand.await();
        } else {
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(Tail ring, int length) throws IOException, InterruptedException {
    while (true) {
      cancelIfAbandoned();
      if (cancelled) {
        throw noLongerWanted();
      }
      long slowest = followers.stream().mapToLong(Follower::position).min().orElse(made);
      if (ring.room(made, slowest) >= length) {
        return;
      }
      demand.await();
    }
  }

  /**
   * Called by a follower to wait for more. Returns the bytes copied, or as {@link Follower#read};
   * {@link #IN_SPOOL} for bytes up to {@link #spooled}.
   */
  int await(Follower follower, byte[] target) throws IOException {
    lock.lock();
    try {
      while ((withheld || follower.position() == made) && !ended) {
        if (cancelled) {
          throw noLongerWanted();
        }
        if (!withheld && follower.flushed() < flushed) {
          follower.flushed(flushed);
          return 0;
        }
        if (made == 0 && follower.queueUpdates() < queueUpdates) {
          follower.queueUpdates(queueUpdates, queuedBefore);
          return Follower.QUEUED;
        }
        more.await();
      }
      if (follower.position() == made || (withheld && failure != null)) {
        return endOrThrow();
      }
      if (withheld && follower.offer()) {
        return Follower.WHOLE;
      }
      Tail ring = tail;
      if (ring == null || follower.position() < ring.start()) {
        return IN_SPOOL;
      }
      int count = (int) Math.min(target.length, made - follower.position());
      ring.get(follower.position(), target, count);
      moveLocked(follower, count);
      return count;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private int endOrThrow() throws IOException {
    return switch (failure) {
      case null -> Follower.END;
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    };
  }

  /** Returns the end of the response in the spool. */
  long spooled() {
    lock.lock();
    try {
      return tail == null ? made : tail.start();
    } finally {
      lock.unlock();
    }
  }

  /** Called by a follower after reading from the spool. */
  void moved(Follower follower, int count) {
    lock.lock();
    try {
      moveLocked(follower, count);
    } finally {
      lock.unlock();
    }
  }

  private void moveLocked(Follower follower, int count) {
    follower.advance(count);
    demand.signal();
  }

  /** Called by a follower when done. */
  void leave(Follower follower) {
    locked(() -> {
      if (followers.remove(follower)) {
        demand.signal();
        cancelIfAbandoned();
        closeWhenLeft();
      }
    });
  }

  private void cancelIfAbandoned() {
    boolean unfinished = !begun || tail != null || forbidden || made > limits.abandoned();
    if (followers.isEmpty() && unfinished) {
      cancelLocked();
    }
  }

  private void cancelLocked() {
    if (!cancelled && !ended) {
      cancelled = true;
      writer.interrupt();
      demand.signal();
      more.signalAll();
    }
  }

  private void closeWhenLeft() {
    if (ended && followers.isEmpty()) {
      spool.close();
    }
  }

  private static IOException noLongerWanted() {
    return new IOException("The response is no longer wanted");
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException failure =
        new InterruptedIOException("Interrupted while a response was made");
    failure.initCause(cause);
    return failure;
  }
}
