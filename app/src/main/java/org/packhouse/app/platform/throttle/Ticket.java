package org.packhouse.app.platform.throttle;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The right to do work that costs processor and memory, until it is closed. One piece of work may
 * run several commands under its ticket, one after the other.
 */
public final class Ticket implements AutoCloseable {

  private final TicketRequest request;
  private final Consumer<TicketRequest> giveBack;
  private final AtomicBoolean open = new AtomicBoolean(true);

  Ticket(TicketRequest request, Consumer<TicketRequest> giveBack) {
    this.request = request;
    this.giveBack = giveBack;
  }

  /** What it was granted for. */
  public TicketRequest request() {
    return request;
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
      giveBack.accept(request);
    }
  }
}
