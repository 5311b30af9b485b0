package org.packhouse.app.platform.throttle;

/** Gives out tickets: the right to do work that costs processor and memory. */
public interface Tickets {

  /**
   * Waits for a ticket.
   *
   * @param resource the bucket, such as {@code scm-hosting}
   * @throws BusyException if none came free in the bucket's time
   */
  Ticket acquire(String resource);

  /** A ticket; closing gives it back, once. */
  interface Ticket extends AutoCloseable {
    @Override
    void close();
  }

  /** No ticket came free in time. */
  final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a sentence for the user. */
    public BusyException(String message) {
      super(message);
    }
  }
}
