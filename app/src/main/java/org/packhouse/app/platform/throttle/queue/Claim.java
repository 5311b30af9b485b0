package org.packhouse.app.platform.throttle.queue;

/**
 * A claim to a place, known by its identity.
 *
 * @param repository compared by {@code equals}
 * @param cost at least 1, the cost of the lightest work
 * @param room asked for the work's memory beside the place
 */
public record Claim(Object repository, String caller, Rank rank, int cost, Room room) {

  /** Room that work needs beside a place. Called under the queue's lock: must not block. */
  public interface Room {
    /** Takes the room; false if it is lacking, unless {@code anyway} because nothing else runs. */
    boolean take(boolean anyway);

    void giveBack();
  }
}
