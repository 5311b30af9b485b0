package org.packhouse.scmcache.stream;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseFile;

/** A client's position in a production. For one thread. */
public final class Follower implements Closeable {

  /** The response has ended. */
  public static final int END = -1;

  /** There are no bytes yet, because the production is queued. */
  public static final int QUEUED = -3;

  /** The response is complete and nothing was read: {@link #file} may have it. */
  public static final int WHOLE = -4;

  private final Production production;
  private final Spool spool;
  private Spool.@Nullable Reading reading;

  // Guarded by the production.
  private long position;
  private long flushed;
  private int queueUpdates;
  private int ahead;
  private boolean offered;

  Follower(Production production, Spool spool) {
    this.production = production;
    this.spool = spool;
  }

  /**
   * Waits for bytes and returns their number; 0 if those before are worth sending now; {@link
   * #QUEUED} with a new {@link #ahead}; {@link #WHOLE} once, if the whole response came at once;
   * {@link #END}. Throws the producer's exception after all its bytes.
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

  /** Returns the complete response, or empty if it must be read. */
  public Optional<ResponseFile> file() {
    return spool.share();
  }

  long position() {
    return position;
  }

  /** Returns whether this is the first offer of the complete response. */
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

  /** Returns how many productions are queued before this one. */
  public int ahead() {
    return ahead;
  }

  /** Notes the announcements of the queue that were passed on. */
  void queueUpdates(int seen, int before) {
    queueUpdates = seen;
    ahead = before;
  }

  int queueUpdates() {
    return queueUpdates;
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
