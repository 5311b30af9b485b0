package org.packhouse.app.platform.throttle;

import java.time.Instant;
import java.util.List;

/**
 * The load that limits follow; only {@code peopleWait} is known on every machine.
 *
 * @param cpu busy part of the processors, 0 to 1
 * @param peopleWait 99th percentile of waits for pages and REST, milliseconds; 0: none lately
 */
public record LoadState(
    boolean known,
    int processors,
    double cpu,
    Memory memory,
    double peopleWait,
    List<Sample> lastHour) {

  /**
   * Memory in bytes.
   *
   * @param expected what running work is expected to take yet
   * @param floor what is to stay available
   */
  public record Memory(long available, long expected, long floor) {}

  public record Sample(Instant at, double cpu, long availableMemory) {}
}
