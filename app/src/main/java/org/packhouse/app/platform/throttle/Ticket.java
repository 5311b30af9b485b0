package org.packhouse.app.platform.throttle;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right to do work that costs processor and memory, until it is closed. */
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

  interface Owner {
    void holds(long bytes);

    void ended();
  }

  public TicketRequest request() {
    return request;
  }

  /** Returns whether others worked or waited when the ticket was granted. */
  public boolean underLoad() {
    return underLoad;
  }

  /** Reports how many bytes its work holds now, without mapped files. */
  public void holds(long bytes) {
    if (open.get()) {
      owner.holds(bytes);
    }
  }

  /** Checks that the ticket is held, or throws an IllegalStateException. */
  public void requireOpen() {
    if (!open.get()) {
      throw new IllegalStateException("The ticket was given back before this work: " + request);
    }
  }

  /** Gives the ticket back; does nothing the second time. */
  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      owner.ended();
    }
  }
}
