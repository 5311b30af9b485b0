package org.packhouse.app.platform.throttle.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.load.ControlGroup.Quota;

/**
 * Load of the processors and available memory: of the machine or of a control group around this
 * process, whichever leaves less.
 */
public final class MachineLoad {

  private static final double NANOS = 1e9;

  // The columns of the line "cpu" in /proc/stat.
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int COLUMNS = 8;

  private static final int KILOBYTE = 1024;

  /** {@code USER_HZ}, which is 100 for programs on each architecture that a JVM runs on. */
  private static final double TICKS_A_SECOND = 100;

  private final Path proc;
  private final ControlGroup group;

  /** Reads {@code /proc} and {@code /sys/fs/cgroup}. */
  public MachineLoad(Path proc, Path groups) {
    this.proc = proc;
    this.group = new ControlGroup(proc, groups);
  }

  public static MachineLoad ofThisMachine() {
    return new MachineLoad(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Processor time up to a moment, in ticks of all processors; the load is between two of them. */
  public record Times(long nanos, long busy, long total, List<GroupTime> groups) {

    public record GroupTime(double processors, double usedSeconds) {}

    /**
     * Returns the busy part of all processors, or the used part of a control group's limit,
     * whichever is larger: 0 to 1. Empty if no time has passed.
     */
    public OptionalDouble loadSince(Times before) {
      return loadSince(before, 0);
    }

    /** Leaves out so many seconds of processor time. */
    public OptionalDouble loadSince(Times before, double without) {
      long ticks = total - before.total;
      double seconds = (nanos - before.nanos) / NANOS;
      if (ticks <= 0 || seconds <= 0) {
        return OptionalDouble.empty();
      }
      double load = (busy - before.busy - without * TICKS_A_SECOND) / ticks;
      for (int i = 0; i < Math.min(groups.size(), before.groups.size()); i++) {
        GroupTime group = groups.get(i);
        double used = group.usedSeconds() - before.groups.get(i).usedSeconds();
        load = Math.max(load, (used - without) / seconds / group.processors());
      }
      return OptionalDouble.of(Math.clamp(load, 0, 1));
    }
  }

  /** Reads the processor time used so far; null if this is not Linux. */
  public @Nullable Times times(long nanos) {
    String stat = KernelFiles.text(proc.resolve("stat"));
    String[] words =
        stat == null ? new String[0] : stat.lines().findFirst().orElse("").split("\\s+", -1);
    if (words.length <= COLUMNS || !words[0].equals("cpu")) {
      return null;
    }
    long total = 0;
    // What follows are guests, who are in the first columns already.
    for (int i = 1; i <= COLUMNS; i++) {
      total += KernelFiles.number(words[i]).orElse(0);
    }
    long idle =
        KernelFiles.number(words[1 + IDLE]).orElse(0)
            + KernelFiles.number(words[1 + IO_WAIT]).orElse(0);
    List<Times.GroupTime> groups = new ArrayList<>();
    for (Quota quota : group.quotas()) {
      groups.add(new Times.GroupTime(quota.processors(), quota.usedSeconds()));
    }
    return new Times(nanos, total - idle, total, List.copyOf(groups));
  }

  /** Returns the bytes left before the machine swaps or kills; empty if this is not Linux. */
  public OptionalLong availableMemory() {
    OptionalLong machine = KernelFiles.field(proc.resolve("meminfo"), "MemAvailable:");
    if (machine.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        Math.min(machine.getAsLong() * KILOBYTE, group.availableMemory().orElse(Long.MAX_VALUE)));
  }
}
