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
 * Decides how git yields the processors to the server. In {@code SCHED_IDLE} a thread of the server
 * that wakes takes the processor of git at once and where it likes, as if nobody had it; at
 * niceness 10 the kernel sees processors that are taken, and people wait. But what comes last gets
 * nothing while others want everything. So git comes last only while the rest of the machine has
 * left half of the processors in the last seconds, and is called back when the rest wants nearly
 * all of them.
 */
final class Yielding {

  private static final Logger LOG = LoggerFactory.getLogger(Yielding.class);

  /** Load of all but git above which git does not come last: at niceness 10 it gets its part. */
  private static final double MAX_FOR_LAST = 0.5;

  /** Load of all but git from which git that comes last gets hardly on. */
  private static final double CROWDED = 0.9;

  /** Weight of a look in the average; by one a second a change shows after some three seconds. */
  private static final double WEIGHT = 0.3;

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final List<String> NICE = List.of("nice", "-n", "10");
  private static final List<String> LAST = List.of("chrt", "-i", "0");

  /** Makes threads, each given by its number, what those at niceness 10 are. */
  private static final String CALL_BACK =
      "for thread; do renice -n 10 -p \"$thread\" >/dev/null && chrt -o -p 0 \"$thread\" || failed=1;"
          + " done; [ -z \"$failed\" ]";

  /** Runs a command that says little, and returns what it says. */
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

  /**
   * Makes one.
   *
   * @param others load of all but git since it was asked last, by git's processor time in seconds
   * @param proc {@code /proc}
   * @param nanos such as {@link System#nanoTime}
   */
  Yielding(
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

  /** What goes ahead of a command line now; its program becomes what follows. */
  List<String> prefix() {
    return switch (scheduling) {
      case NICE -> NICE;
      case IDLE -> LAST;
      case ADAPTIVE -> last && nanos.getAsLong() - seenAt < MAX_AGE_NANOS ? LAST : NICE;
    };
  }

  /** Whether this machine has what {@link Scheduling#IDLE} needs, and lets it. */
  boolean canComeLast() {
    return says("yields", line(LAST, "echo", "yields"));
  }

  /**
   * Looks how much is left for git; called once a second while any runs.
   *
   * @param pids the processes of git that the server has started and that run
   */
  void look(Collection<Long> pids) {
    if (scheduling != Scheduling.ADAPTIVE || Boolean.FALSE.equals(mayComeBack)) {
      return;
    }
    // The ended first: one that ends meanwhile is missing for this time, and not there twice.
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

  /**
   * Whether a program that comes last may be called back, which not everybody may. It is tried
   * once, with a program that comes last itself: where others leave no room, it would be waited
   * for.
   */
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
