package org.packhouse.app.platform.throttle.queue;

/**
 * A claim to a place. It is known by its identity: two that look alike are two.
 *
 * @param repository what the work is done on: whatever equals it is the same
 * @param cost what the work is charged with, compared with other work; at least 1
 * @param room asked whether there is room for the work beside the place
 */
public record Claim(Object repository, String caller, Rank rank, int cost, Room room) {

  /** Room that work needs beside a place. Called under the lock of the queue: it must not wait. */
  public interface Room {
    /**
     * Takes the room if it is there.
     *
     * @param anyway whether to take it though it is not there, because nothing else has any
     * @return whether it was taken
     */
    boolean take(boolean anyway);

    /** Gives it back. */
    void giveBack();
  }
}
