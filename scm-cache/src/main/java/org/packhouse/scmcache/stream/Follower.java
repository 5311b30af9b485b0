package org.packhouse.scmcache.stream;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseFile;

/** One client of a response that is being made. For one thread. */
public final class Follower implements Closeable {

  /** That there are no bytes: that was all. */
  public static final int END = -1;

  /** That there are no bytes yet: the making waits for its turn. */
  public static final int QUEUED = -3;

  /** That all bytes are there and none was read: {@link #file} may have them. */
  public static final int WHOLE = -4;

  private final Production production;
  private final Spool spool;
  private Spool.@Nullable Reading reading;

  // Guarded by the production, which asks for it.
  private long position;
  private long flushed;
  private int heard;
  private int ahead;
  private boolean offered;

  Follower(Production production, Spool spool) {
    this.production = production;
    this.spool = spool;
  }

  /**
   * Waits for bytes.
   *
   * @return how many there are; 0 if those before are worth sending to the client now; {@link
   *     #QUEUED} if there is none before {@link #ahead} others have had their turn; {@link #WHOLE},
   *     once, if all came at once; {@link #END} after the last
   * @throws IOException as the producer threw it, after all that it had made
   */
  public int read(byte[] target) throws IOException {
    int count = production.await(this, target);
    return count == Production.IN_SPOOL ? readSpool(target) : count;
  }

  private int readSpool(byte[] target) throws IOException {
    Spool.Reading opened = reading;
    if (opened == null) {
      opened = spool.open();
      reading = opened;
    }
    int length = (int) Math.min(target.length, production.spooled() - position);
    int count = opened.read(position, target, 0, length);
    production.moved(this, count);
    return count;
  }

  /** All of the response; empty if it must be read. */
  public Optional<ResponseFile> file() {
    return spool.share();
  }

  long position() {
    return position;
  }

  /** Whether it was not told yet that all is there; it is from now on. */
  boolean offer() {
    boolean first = !offered;
    offered = true;
    return first;
  }

  void advance(int count) {
    position += count;
  }

  long flushed() {
    return flushed;
  }

  void flushed(long until) {
    flushed = until;
  }

  /** How many have their turn before. */
  public int ahead() {
    return ahead;
  }

  /** It has heard so many times that the making waits. */
  void heard(int times, int before) {
    heard = times;
    ahead = before;
  }

  int heard() {
    return heard;
  }

  @Override
  public void close() {
    if (reading != null) {
      reading.close();
      reading = null;
    }
    production.leave(this);
  }
}
