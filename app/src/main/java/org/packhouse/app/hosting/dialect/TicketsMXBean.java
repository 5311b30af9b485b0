package org.packhouse.app.hosting.dialect;

/** The tickets of a bucket as monitoring tools read them, by the names that they know. */
public interface TicketsMXBean {

  /** Tickets that may still be taken. */
  int getAvailable();

  /** Tickets that are out. */
  int getUsed();

  /** How many tickets there are. */
  int getTotal();

  /** Requests that wait for a ticket. */
  int getQueuedRequests();
}
