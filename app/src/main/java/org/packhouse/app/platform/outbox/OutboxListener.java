package org.packhouse.app.platform.outbox;

import java.util.List;

/**
 * Hears the events of one type in the background, each at least once, those of a repository in
 * order. It delays no other listener.
 */
public interface OutboxListener {

  /** Returns a name that is unique among all listeners and never changes. */
  String name();

  String type();

  /**
   * If it throws, the event is repeated after growing waits, and later ones of the repository wait.
   */
  void deliver(Event event);

  /**
   * Returns whether another listener passes events on, with {@link Outbox#appendFor} on failure.
   */
  default boolean isToldByAnother() {
    return false;
  }

  /** Returns whether events in close succession are delivered as a list. */
  default boolean gathers() {
    return false;
  }

  /** Takes events of one repository in order; if it throws, each is delivered alone. */
  default void deliver(List<Event> events) {
    events.forEach(this::deliver);
  }

  /**
   * An event with a JSON payload; ids rise within a repository, and stay the same on repetition.
   */
  record Event(long id, String type, long repositoryId, String payload) {}
}
