package org.packhouse.app.platform.throttle;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to do work that costs processor and memory, until it is closed. One piece of work may
 * run several commands under its ticket, one after the other.
 */
public final class Ticket implements AutoCloseable {

  private final TicketRequest request;
  private final boolean underLoad;
  private final Owner owner;
  private final AtomicBoolean open = new AtomicBoolean(true);

  Ticket(TicketRequest request, boolean underLoad, Owner owner) {
    this.request = request;
    this.underLoad = underLoad;
    this.owner = owner;
  }

  /** Whoever it came from. */
  interface Owner {
    /** Takes note of the memory that its work holds now. */
    void holds(long bytes);

    /** Takes it back. */
    void ended();
  }

  /** What it was granted for. */
  public TicketRequest request() {
    return request;
  }

  /**
   * Whether others worked or waited when it was granted: its work is not to take more than its due.
   */
  public boolean underLoad() {
    return underLoad;
  }

  /** Takes note of how many bytes of memory its work holds now, mapped files not counted. */
  public void holds(long bytes) {
    if (open.get()) {
      owner.holds(bytes);
    }
  }

  /**
   * Makes sure that it is still out.
   *
   * @throws IllegalStateException if it was given back
   */
  public void requireOpen() {
    if (!open.get()) {
      throw new IllegalStateException("The ticket was given back before this work: " + request);
    }
  }

  /** Gives it back. It is given back once, however often it is closed. */
  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      owner.ended();
    }
  }
}
