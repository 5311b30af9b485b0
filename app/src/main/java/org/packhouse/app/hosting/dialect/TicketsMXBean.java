package org.packhouse.app.hosting.dialect;

/** The tickets of one bucket, by the attribute names that monitoring tools know. */
public interface TicketsMXBean {

  int getAvailable();

  int getUsed();

  int getTotal();

  int getQueuedRequests();
}
