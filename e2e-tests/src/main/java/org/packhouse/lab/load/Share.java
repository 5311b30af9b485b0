package org.packhouse.lab.load;

/**
 * The part of the load that a client machine bears: of all workers and of all arrivals each
 * count-th.
 *
 * @param index of the machine, from 0
 * @param count of machines
 */
public record Share(int index, int count) {

  /** All of it. */
  public static final Share WHOLE = new Share(0, 1);

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
