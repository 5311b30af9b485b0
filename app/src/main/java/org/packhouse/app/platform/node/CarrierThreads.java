package org.packhouse.app.platform.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds carrier threads of virtual threads while the shared home is slow. A blocking file operation
 * pins its carrier, and for reading and opening files the JDK adds none, so a few threads that wait
 * for a file server would stop all others. Compensates only for pinned carriers, because the JDK
 * releases extra ones only after half a minute of complete idleness.
 */
final class CarrierThreads {

  private static final Logger LOG = LoggerFactory.getLogger(CarrierThreads.class);

  /** For threads already inside the shared home when it stopped. */
  private static final int BEYOND = 128;

  /** As the JDK computes it. */
  private static final int USUAL =
      Integer.getInteger(
          "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());

  /** Carriers added per pinned one, because more are pinned while they are counted. */
  private static final int AHEAD = 2;

  private static final Path THREADS = Path.of("/proc/self/task");

  /** The kernel's stat line: thread id, name of up to 15 bytes, and R if running. */
  private static final Pattern RUNNING_CARRIER = Pattern.compile("[0-9]+ \\(ForkJoinPool-.*\\) R ");

  private final int many;
  private final @Nullable VirtualThreadSchedulerMXBean scheduler;

  CarrierThreads(int waiting) {
    scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    many = USUAL + waiting + BEYOND;
  }

  /** Keeps the usual number of carriers free beside the pinned ones. */
  void add() {
    if (scheduler == null) {
      return;
    }
    if (scheduler.getMountedVirtualThreadCount() >= scheduler.getParallelism()) {
      raise(scheduler);
    }
    if (scheduler.getMountedVirtualThreadCount() < scheduler.getParallelism()) {
      callForOne();
    }
  }

  /** Submits from a new thread, because a carrier starts only for an empty queue. */
  private static void callForOne() {
    Thread _ =
        Thread.ofPlatform()
            .daemon()
            .name("carriers")
            .start(() -> Thread.startVirtualThread(() -> {}));
  }

  private void raise(VirtualThreadSchedulerMXBean present) {
    long held = present.getMountedVirtualThreadCount() - computing();
    int wanted = (int) Math.min(many, USUAL + AHEAD * held);
    if (held > 0 && present.getParallelism() < wanted) {
      set(present, wanted);
    }
  }

  /** Counts running or runnable carriers; 0 where the system does not tell. */
  private static long computing() {
    try (Stream<Path> threads = Files.list(THREADS)) {
      return threads.filter(CarrierThreads::isComputing).count();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static boolean isComputing(Path thread) {
    try {
      return RUNNING_CARRIER
          .matcher(Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1))
          .lookingAt();
    } catch (IOException e) {
      // The thread has ended.
      return false;
    }
  }

  /** Restores the usual number once no more carriers are pinned. */
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
