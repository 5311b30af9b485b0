package org.packhouse.app.platform.outbox;

/** Hears of the events of one type, in the background, at least once each. */
public interface OutboxListener {

  /** Which events. */
  String type();

  /** Takes note. If it throws, the event comes again, later and later. */
  void deliver(Event event);

  /**
   * A fact.
   *
   * @param id rises with every event; the same when an event comes again
   * @param payload JSON
   */
  record Event(long id, String type, long repositoryId, String payload) {}
}
