package org.packhouse.app.platform.node;

import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform threads that carry virtual threads, one for each processor as a rule. A virtual
 * thread in a file operation keeps its carrier, so a few that wait for a file server would stop all
 * others. The JDK adds no carriers for reading, opening and the like; this adds them while the
 * shared home is slow, as many as may wait there.
 */
final class CarrierThreads {

  private static final Logger LOG = LoggerFactory.getLogger(CarrierThreads.class);

  /** For those who were at work in the shared home, past its door, when it stopped. */
  private static final int BEYOND = 128;

  /** As the JDK reckons it. */
  private static final int USUAL =
      Integer.getInteger(
          "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());

  private final int many;
  private final @Nullable VirtualThreadSchedulerMXBean scheduler;

  CarrierThreads(int waiting) {
    scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    many = USUAL + waiting + BEYOND;
  }

  /** Has so many that all who wait may have one. */
  void add() {
    if (scheduler != null && scheduler.getParallelism() < many) {
      set(scheduler, many);
    }
  }

  /** Has as many as there were, as soon as no more are held. */
  void release() {
    if (scheduler != null
        && scheduler.getParallelism() > USUAL
        && scheduler.getMountedVirtualThreadCount() <= USUAL) {
      set(scheduler, USUAL);
    }
  }

  private static void set(VirtualThreadSchedulerMXBean scheduler, int count) {
    try {
      scheduler.setParallelism(count);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      LOG.warn("Virtual threads cannot have {} carriers", count, e);
    }
  }
}
