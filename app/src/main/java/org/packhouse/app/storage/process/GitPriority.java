package org.packhouse.app.storage.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.process.GitSettings.Scheduling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides the scheduling class of git. A server thread preempts {@code SCHED_IDLE} git at once; at
 * niceness 10 the kernel sees busy CPUs, and users wait. But {@code SCHED_IDLE} starves under full
 * load. So git uses it only while other load has recently left half of the CPUs free, and is moved
 * back when others take nearly all.
 */
final class GitPriority {

  private static final Logger LOG = LoggerFactory.getLogger(GitPriority.class);

  /** Other load above which git is not in {@code SCHED_IDLE}. */
  private static final double MAX_FOR_LAST = 0.5;

  /** Other load at which git in {@code SCHED_IDLE} starves. */
  private static final double CROWDED = 0.9;

  /** The weight of a sample in the average: a change shows after some three seconds. */
  private static final double WEIGHT = 0.3;

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final List<String> NICE = List.of("nice", "-n", "10");
  private static final List<String> LAST = List.of("chrt", "-i", "0");

  /** Moves threads, given by id, to niceness 10. */
  private static final String CALL_BACK =
      "for thread; do renice -n 10 -p \"$thread\" >/dev/null && chrt -o -p 0 \"$thread\" || failed=1;"
          + " done; [ -z \"$failed\" ]";

  /** Runs a command and returns its short output. */
  @FunctionalInterface
  interface Shell {
    String output(List<String> commandLine) throws IOException;
  }

  private final Scheduling scheduling;
  private final DoubleFunction<OptionalDouble> others;
  private final Shell shell;
  private final Path proc;
  private final LongSupplier nanos;
  private @Nullable Boolean mayComeBack;
  private double average = Double.NaN;
  private volatile long seenAt;
  private volatile boolean last;

  /** {@code others} maps git's CPU seconds to the load of all else since the last call. */
  GitPriority(
      Scheduling scheduling,
      DoubleFunction<OptionalDouble> others,
      Shell shell,
      Path proc,
      LongSupplier nanos) {
    this.scheduling = scheduling;
    this.others = others;
    this.shell = shell;
    this.proc = proc;
    this.nanos = nanos;
  }

  /** Returns the prefix of a command line, which execs the rest. */
  List<String> prefix() {
    return switch (scheduling) {
      case NICE -> NICE;
      case IDLE -> LAST;
      case ADAPTIVE -> last && nanos.getAsLong() - seenAt < MAX_AGE_NANOS ? LAST : NICE;
    };
  }

  /** Returns whether this machine supports {@link Scheduling#IDLE}. */
  boolean canComeLast() {
    return says("yields", line(LAST, "echo", "yields"));
  }

  /** Samples the load; called once a second while git runs. */
  void look(Collection<Long> pids) {
    if (scheduling != Scheduling.ADAPTIVE || Boolean.FALSE.equals(mayComeBack)) {
      return;
    }
    // Read exited children first: one that exits meanwhile is missed, not counted twice.
    double seconds = ProcessTree.secondsOfEnded(proc.resolve("self"));
    List<ProcessTree> trees = pids.stream().map(pid -> ProcessTree.of(proc, pid)).toList();
    seconds += trees.stream().mapToDouble(ProcessTree::seconds).sum();
    OptionalDouble load = others.apply(seconds);
    if (load.isEmpty()) {
      average = Double.NaN;
      last = false;
      return;
    }
    average =
        Double.isNaN(average)
            ? load.getAsDouble()
            : average + WEIGHT * (load.getAsDouble() - average);
    last = average <= MAX_FOR_LAST && comesBack();
    seenAt = nanos.getAsLong();
    if (average >= CROWDED) {
      callBack(trees.stream().flatMap(it -> it.threadsThatComeLast().stream()).toList());
    }
  }

  private void callBack(List<String> threads) {
    if (!threads.isEmpty()) {
      List<String> line = line(List.of("sh", "-c", CALL_BACK, "sh"));
      line.addAll(threads);
      try {
        shell.output(line);
      } catch (IOException e) {
        LOG.warn("Git was not called back while others keep the processors busy", e);
      }
    }
  }

  /** Tests once from {@code SCHED_IDLE} whether this process may leave it. */
  private boolean comesBack() {
    Boolean known = mayComeBack;
    if (known == null) {
      known = says("back", line(LAST, "sh", "-c", "set -- $$; " + CALL_BACK + " && echo back"));
      mayComeBack = known;
      if (!known) {
        LOG.info(
            "Git works at niceness 10: where it came last it could not be called back, which needs"
                + " the program chrt and a limit of niceness (RLIMIT_NICE) of 10 or more");
      }
    }
    return known;
  }

  private boolean says(String word, List<String> line) {
    try {
      return shell.output(line).strip().equals(word);
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> line(List<String> prefix, String... words) {
    List<String> line = new ArrayList<>(prefix);
    line.addAll(List.of(words));
    return line;
  }
}
