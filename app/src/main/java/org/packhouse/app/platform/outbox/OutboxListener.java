package org.packhouse.app.platform.outbox;

/**
 * Hears of the events of one type, in the background, at least once each, those of one repository
 * one after the other. It delays no other listener, and its failures are its own.
 */
public interface OutboxListener {

  /** What its progress is kept under: unique among the listeners of all types, for ever. */
  String name();

  /** Which events. */
  String type();

  /**
   * Takes note. If it throws, the event comes again, later and later, and those of the same
   * repository wait behind it.
   */
  void deliver(Event event);

  /**
   * A fact.
   *
   * @param id rises with every event of a repository; the same when an event comes again
   * @param payload JSON
   */
  record Event(long id, String type, long repositoryId, String payload) {}
}
