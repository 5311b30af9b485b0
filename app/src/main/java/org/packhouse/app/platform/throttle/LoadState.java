package org.packhouse.app.platform.throttle;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;

/**
 * The load that limits follow; only {@code peopleWait} is known on every machine.
 *
 * @param cpu busy part of the processors, 0 to 1
 * @param expectedMemory bytes that running work is expected to take yet
 * @param memoryFloor bytes that are to stay available
 * @param peopleWait 99th percentile of waits for pages and REST, milliseconds; 0: none lately
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

  public record Sample(Instant at, double cpu, long availableMemory) {}
}
