package org.packhouse.lab.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Processor time, user and system, as {@code /proc} counts it in hundredths of a second. */
final class ProcessorTime {

  private static final int USER = 11;
  private static final int FIELDS = 4;
  private static final long TICK_NANOS = 10_000_000;

  private ProcessorTime() {}

  /** What a process took and what has ended under it, in nanoseconds; 0 if it is gone. */
  static long of(long pid) {
    try {
      Path file = Path.of("/proc", Long.toString(pid), "stat");
      String stat = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return TICK_NANOS
          * Arrays.stream(fields, USER, USER + FIELDS).mapToLong(Long::parseLong).sum();
    } catch (IOException gone) {
      return 0;
    }
  }
}
