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
import org.packhouse.scmcache.ResponseKey.Asked;
import org.packhouse.scmcache.ResponsePart;
import org.packhouse.scmcache.ScmCache.Producer;

/**
 * A response that is being made: one writer, many readers.
 *
 * <p>The writer is a thread of its own, so that no client, not even the one that asked first, holds
 * the making up or ends it by going away. It appends to a {@link Spool} and tells how far it is;
 * each client is a {@link Follower} with a position, reads the spool up to there, and waits when it
 * has caught up. Nobody polls: there are two conditions, one for followers that wait for bytes, one
 * for a writer that waits for followers. Followers are woken for large pieces only, and when the
 * producer flushes.
 *
 * <p>The writer waits in two cases. It may be only so far ahead of the fastest follower ({@link
 * Limits#lead}); and when the spool takes no more (no room, a broken disk), what follows goes
 * through a small ring in memory, the {@link Tail}, at the pace of the slowest follower: each reads
 * the spool to where it ends and the tail from there, so everybody gets the whole. Nothing is kept
 * then, and who comes later begins anew, since the start of the tail may be gone.
 *
 * <p>A response whose first and largest part is stored already is made within a moment. It is held
 * until it is whole: then each follower takes it as a file, as it takes what was stored long ago,
 * in place of reading it. If the spool takes no more, or does not keep it, it is read as any other.
 *
 * <p>When the last follower leaves, a short response is made to its end, because somebody else is
 * likely to ask for it; a long one is cancelled, and so is one that the producer has not begun: the
 * writer is interrupted, and whatever it still writes fails. If the producer fails, every follower
 * first gets what was made, and then the same exception.
 *
 * <p>One lock guards it all. {@link Spool#keep} is called under it, so that {@link #forbid} comes
 * either before, and nothing is kept, or after, and what was kept can be found and dropped.
 */
final class Production {

  /** That the bytes which a follower waited for are in the spool. */
  static final int IN_SPOOL = -2;

  private static final int CHUNK = 64 * 1024;

  /** To wake followers for each chunk would cost more than to write it. */
  private static final int WAKE = 4 * CHUNK;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Condition demand = lock.newCondition();
  private final Set<Follower> followers = new HashSet<>();
  private final Asked asked;
  private final Spool spool;
  private final Limits limits;
  private final Thread writer;

  private int ahead;
  private int toldOfQueue;
  private long made;
  private long flushed;
  private long told;
  private long fastest;
  private @Nullable Tail tail;
  private @Nullable Throwable failure;
  private boolean begun;
  private boolean held;
  private boolean forbidden;
  private boolean cancelled;
  private boolean ended;

  /**
   * Prepares a production, which {@link #start} begins.
   *
   * @param ended called by the writer when all is made, or nothing will be
   */
  Production(
      Asked asked, Producer producer, Spool spool, Limits limits, Consumer<Production> ended) {
    this.asked = asked;
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

  Asked asked() {
    return asked;
  }

  void start() {
    writer.start();
  }

  /** One more follower, from the first byte; null if it is too late for that. */
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

  /** Those who follow get it to its end; it is not kept, and nobody else gets it. */
  void forbid() {
    lock.lock();
    try {
      forbidden = true;
      cancelIfAbandoned();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the making; those who follow fail. */
  void cancel() {
    lock.lock();
    try {
      cancelLocked();
    } finally {
      lock.unlock();
    }
  }

  private void make(Producer producer) {
    boolean whole = false;
    Throwable thrown = null;
    try {
      whole = producer.produce(new Input(this));
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

  /** Called by the writer, which waits for its turn. */
  void queued(int before) throws IOException {
    lock.lock();
    try {
      cancelIfAbandoned();
      if (cancelled) {
        throw noLongerWanted();
      }
      ahead = before;
      toldOfQueue++;
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
    // Only the writer sets the tail, so what it sees without the lock is true.
    boolean spooled = tail == null && spool.append(bytes, offset, length);
    lock.lock();
    try {
      if (!spooled) {
        if (tail == null) {
          tail = new Tail(made);
          held = false;
        }
        awaitRoom(tail, length);
        tail.put(made, bytes, offset, length);
      }
      made += length;
      begun = true;
      if (told == 0 || made - told >= WAKE || tail != null) {
        tellLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Called by the writer.
   *
   * @return whether the part was taken; if not, nothing was
   */
  boolean include(byte[] before, ResponsePart part, PartListener listener) throws IOException {
    // Only the writer sets these, so what it sees without the lock is true.
    if (made > 0 || tail != null || !spool.include(before, part, listener)) {
      return false;
    }
    lock.lock();
    try {
      made = before.length + part.length();
      begun = true;
      held = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Called by the writer: what was made so far is worth sending now. */
  void flush() {
    lock.lock();
    try {
      begun = true;
      if (flushed < made) {
        flushed = made;
        tellLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  private void tellLocked() {
    if (!held) {
      told = made;
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
        if (held || followers.isEmpty() || made + length - fastest <= limits.lead()) {
          return;
        }
        fastest = followers.stream().mapToLong(Follower::position).max().orElse(0);
        if (made + length - fastest > limits.lead() && fastest < made) {
          tellLocked();
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
   * Called by a follower: waits until there is more than it has.
   *
   * @return how many bytes were put into the target; 0: what came so far is worth sending; {@link
   *     Follower#END}; {@link Follower#QUEUED}; {@link Follower#WHOLE}; {@link #IN_SPOOL}: up to
   *     {@link #spooled}
   */
  int await(Follower follower, byte[] target) throws IOException {
    lock.lock();
    try {
      while ((held || follower.position() == made) && !ended) {
        if (cancelled) {
          throw noLongerWanted();
        }
        if (!held && follower.flushed() < flushed) {
          follower.flushed(flushed);
          return 0;
        }
        if (made == 0 && follower.heard() < toldOfQueue) {
          follower.heard(toldOfQueue, ahead);
          return Follower.QUEUED;
        }
        more.await();
      }
      if (follower.position() == made || (held && failure != null)) {
        return endOrThrow();
      }
      if (held && follower.offer()) {
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

  /** Up to where the spool has the response now. */
  long spooled() {
    lock.lock();
    try {
      return tail == null ? made : tail.start();
    } finally {
      lock.unlock();
    }
  }

  /** Called by a follower that has read so many bytes more. */
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

  /** Called by a follower that needs nothing more. */
  void leave(Follower follower) {
    lock.lock();
    try {
      if (followers.remove(follower)) {
        demand.signal();
        cancelIfAbandoned();
        closeWhenLeft();
      }
    } finally {
      lock.unlock();
    }
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
