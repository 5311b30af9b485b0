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
 * The platform threads that carry virtual threads, one for each processor as a rule. A virtual
 * thread in a file operation keeps its carrier, so a few that wait for a file server would stop all
 * others. The JDK adds no carriers for reading, opening and the like; this adds them while the
 * shared home is slow: for those that are held there, and not for those that compute, since the JDK
 * lets no carrier go before the process has done nothing at all for half a minute.
 */
final class CarrierThreads {

  private static final Logger LOG = LoggerFactory.getLogger(CarrierThreads.class);

  /** For those who were at work in the shared home, past its door, when it stopped. */
  private static final int BEYOND = 128;

  /** As the JDK reckons it. */
  private static final int USUAL =
      Integer.getInteger(
          "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());

  /** Carriers for each that is held: while they are counted more come to be held. */
  private static final int AHEAD = 2;

  private static final Path THREADS = Path.of("/proc/self/task");

  /** As the kernel tells of a thread: its number, its name up to 15 bytes, and R if it runs. */
  private static final Pattern RUNNING_CARRIER = Pattern.compile("[0-9]+ \\(ForkJoinPool-.*\\) R ");

  private final int many;
  private final @Nullable VirtualThreadSchedulerMXBean scheduler;

  CarrierThreads(int waiting) {
    scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    many = USUAL + waiting + BEYOND;
  }

  /** Has as many beside those that are held as there are as a rule, and some for the next. */
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

  /**
   * The scheduler makes no carrier when it may have one more, but when work comes to a queue that
   * is empty. That of a thread which has begun nothing yet is.
   */
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

  /** Carriers that have a processor or wait for one; 0 where the system does not tell. */
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
      // It has ended.
      return false;
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
