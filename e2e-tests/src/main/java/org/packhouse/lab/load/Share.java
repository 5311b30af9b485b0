package org.packhouse.lab.load;

/**
 * The part of the load that a client machine bears: of all workers and of all arrivals each
 * count-th, or of one of the two alone.
 *
 * @param index of the machine, from 0
 * @param count of machines
 * @param clients which of the clients of a closed loop it has; an open one has no workers
 */
public record Share(int index, int count, Clients clients) {

  /** All of it. */
  public static final Share WHOLE = new Share(0, 1);

  /** All workers, and none who come at a rate beside them. */
  public static final Share WORKERS = new Share(0, 1, Clients.WORKERS);

  /** Clients of a closed loop. */
  public enum Clients {
    /** Those that work all the time and those that come at a rate beside them. */
    ALL,

    /** Those that begin their next operation when their last has ended. */
    WORKERS,

    /** Those that come at a rate beside them. */
    VISITORS
  }

  /** A part of everything. */
  public Share(int index, int count) {
    this(index, count, Clients.ALL);
  }

  boolean bearsWorkers() {
    return clients != Clients.VISITORS;
  }

  boolean bearsVisitors() {
    return clients != Clients.WORKERS;
  }

  /** How many of so many workers are this machine's. */
  int of(int workers) {
    return (workers - index + count - 1) / count;
  }

  /** The number over all machines of this machine's n-th worker. */
  int worker(int own) {
    return index + own * count;
  }

  /** Whether the n-th arrival is this machine's. */
  boolean bears(long arrival) {
    return Math.floorMod(arrival, (long) count) == index;
  }
}
