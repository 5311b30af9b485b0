package org.packhouse.app.platform.throttle;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;

/**
 * The load that limits follow, at a moment.
 *
 * @param known whether this machine tells it; if not, all but what people wait is 0
 * @param processors how many the server may use
 * @param cpu the part of them that was busy lately, 0 to 1
 * @param availableMemory bytes that programs may still take
 * @param expectedMemory bytes that running work is expected to take yet
 * @param memoryFloor bytes that are to stay available
 * @param peopleWait milliseconds that 99 of 100 requests for pages and REST waited at most, lately;
 *     0: there was none
 * @param lastHour samples, the oldest first
 */
@Value.Builder
public record LoadState(
    boolean known,
    int processors,
    double cpu,
    long availableMemory,
    long expectedMemory,
    long memoryFloor,
    double peopleWait,
    List<Sample> lastHour) {

  /** A sample of the last hour. */
  public record Sample(Instant at, double cpu, long availableMemory) {}
}
