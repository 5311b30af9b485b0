package org.packhouse.e2e.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Processor time, user and system, as {@code /proc} counts it in hundredths of a second. */
final class ProcessorTime {

  private static final int USER = 11;
  private static final int OF_CHILDREN = 13;
  private static final int FIELDS_OF_TIMES = 2;
  private static final Duration TICK = Duration.ofMillis(10);

  private ProcessorTime() {}

  /**
   * What processes, all that they started and that runs, and all that has ended under them took.
   */
  static Duration of(Supplier<List<ProcessHandle>> processes) {
    return processes.get().stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .distinct()
        .map(process -> read(process.pid(), USER).plus(read(process.pid(), OF_CHILDREN)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** What processes took that this one started and that have ended. */
  static Duration ofEndedChildren() {
    return read(ProcessHandle.current().pid(), OF_CHILDREN);
  }

  private static Duration read(long pid, int field) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks =
          Arrays.stream(fields, field, field + FIELDS_OF_TIMES).mapToLong(Long::parseLong).sum();
      return TICK.multipliedBy(ticks);
    } catch (NoSuchFileException gone) {
      return Duration.ZERO;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
