package org.packhouse.app.platform.outbox;

import java.util.List;

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
   * Whether another listener of the type tells it: an event has no row for this one, unless it
   * failed to take note ({@link Outbox#appendFor}).
   */
  default boolean isToldByAnother() {
    return false;
  }

  /** Whether events that follow one another closely are told at once, by the other method. */
  default boolean gathers() {
    return false;
  }

  /**
   * Takes note of several events of one repository, in their order. If it throws, each is told
   * again by itself.
   */
  default void deliver(List<Event> events) {
    events.forEach(this::deliver);
  }

  /**
   * A fact.
   *
   * @param id rises with every event of a repository; the same when an event comes again
   * @param payload JSON
   */
  record Event(long id, String type, long repositoryId, String payload) {}
}
