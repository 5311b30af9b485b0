package org.packhouse.app.platform.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Detects whether a starting process makes progress: console output or CPU time. On a busy machine
 * a start takes as long as others leave it.
 */
final class StartProgress {

  /** The window in which CPU time is counted. */
  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** A working server takes at least this fraction of a window (1/n); a waiting one takes 1/100. */
  private static final int WORKING = 20;

  private final ProcessHandle process;
  private final Path console;
  private long written;
  private Duration computed;
  private long windowAt = System.nanoTime();
  private long movedAt = System.nanoTime();

  StartProgress(ProcessHandle process, Path console) {
    this.process = process;
    this.console = console;
    this.written = written();
    this.computed = computed();
  }

  /** Returns how long there has been no progress. */
  Duration stalledFor() {
    long now = System.nanoTime();
    long size = written();
    if (size != written) {
      written = size;
      movedAt = now;
    }
    if (now - windowAt >= WINDOW.toNanos()) {
      Duration total = computed();
      if (total.minus(computed).compareTo(WINDOW.dividedBy(WORKING)) >= 0) {
        movedAt = now;
      }
      computed = total;
      windowAt = now;
    }
    return Duration.ofNanos(now - movedAt);
  }

  private long written() {
    try {
      return Files.size(console);
    } catch (IOException e) {
      return 0;
    }
  }

  private Duration computed() {
    return Stream.concat(Stream.of(process), process.descendants())
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
