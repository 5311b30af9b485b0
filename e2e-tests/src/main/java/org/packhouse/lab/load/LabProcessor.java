package org.packhouse.lab.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Processor time of the lab itself: this process and its children that have ended. */
final class LabProcessor {

  private static final Path STAT = Path.of("/proc/self/stat");
  private static final int USER_OF_CHILDREN = 13;
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

  private LabProcessor() {}

  /** What it has taken so far, in nanoseconds. */
  static long nanos() {
    long own = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    return Math.max(0, own) + ofEndedChildren();
  }

  /** Real git that verified a response; zero where the system does not tell. */
  private static long ofEndedChildren() {
    try {
      String stat = Files.readString(STAT);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks =
          Long.parseLong(fields[USER_OF_CHILDREN]) + Long.parseLong(fields[USER_OF_CHILDREN + 1]);
      return ticks * TICK;
    } catch (IOException e) {
      return 0;
    }
  }
}
