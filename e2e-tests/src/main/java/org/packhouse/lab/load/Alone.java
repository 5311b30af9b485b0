package org.packhouse.lab.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.ledger.JavaSampling;
import org.packhouse.lab.ledger.Ledger;
import org.packhouse.lab.target.Target;

/**
 * Makes operations one at a time on a target that has nothing else to do: each counts with all that
 * the target does until it is idle again. The target is left alone before them, to come to rest and
 * to tell what it takes when idle, and after them, for work that it does later. Then operations are
 * made again under a sampling, which splits what Java code took.
 */
final class Alone {

  /** How often the target is looked at while it comes to rest. */
  private static final Duration SLICE = Duration.ofMillis(250);

  /**
   * The parts of the rest for which a target must be idle to count as such, and may take at most.
   */
  private static final int QUIET_PART = 4;

  private static final int MAX_RESTS = 4;

  private static final int MAX_SETTLING_RESTS = 10;

  /** An idle target varies: by a quarter, and by two milliseconds a second. */
  private static final double IDLE_FACTOR = 1.25;

  private static final double IDLE_MILLIS = 2;

  /** How many parts of a rest tell what an idle target takes. */
  private static final int IDLE_PARTS = 18;

  /** How many times the median a part may take. */
  private static final double UNUSUAL = 3;

  private final Target target;
  private final LoadGenerator generator;
  private final StageOrder order;
  private final Journal journal;
  private final String what;
  private final Duration rest;
  private Map<String, Double> idle = Map.of();
  private @Nullable StageFigures figures;

  Alone(Target target, LoadGenerator generator, StageOrder order, int round, Journal journal) {
    this.target = target;
    this.generator = generator;
    this.order = order;
    this.journal = journal;
    this.what = "round %d, %s: ".formatted(round, target.name());
    this.rest = order.stage().duration();
  }

  /** A reading of what the target has taken until a moment, in milliseconds by account. */
  private record Reading(long at, Map<String, Double> millis) {

    double secondsSince(Reading earlier) {
      return (at - earlier.at) / 1e9;
    }

    Map<String, Double> since(Reading earlier) {
      Map<String, Double> change = new TreeMap<>(millis);
      change.replaceAll((account, value) -> value - earlier.millis.getOrDefault(account, 0.0));
      return change;
    }
  }

  /** Makes the operations; the record holds the failure of one, which is the last then. */
  StageRecord measure(int round) throws IOException, InterruptedException {
    settle();
    idle = idle();
    List<Ledger.Entry> entries = new ArrayList<>();
    int count = order.stage().alone();
    while (entries.size() < count && !hasFailed()) {
      journal.doing("%soperation %d of %d".formatted(what, entries.size() + 1, count));
      entries.add(one());
    }
    Map<String, Double> later = later();
    Map<String, Map<String, Double>> split = hasFailed() ? Map.of() : split(count);
    Ledger ledger = new Ledger(List.copyOf(entries), later, idle, split);
    double seconds = entries.stream().mapToDouble(Ledger.Entry::sum).sum() / 1e3;
    ServerCost cost =
        new ServerCost(
            target.usage().known(),
            seconds,
            target.usage().anonymousBytes(),
            0,
            List.of(),
            Map.of());
    StageFigures all = figures;
    return new StageRecord(
        target.name(),
        round,
        order.number(),
        order.stage(),
        all == null ? new StageFigures(List.of(), 0, 0, null) : all,
        cost,
        ledger);
  }

  /** What was put off when the target got its repositories is no operation's. */
  private void settle() throws IOException {
    journal.doing(what + "waiting for the work that it has put off");
    if (!target.settle(rest.multipliedBy(MAX_SETTLING_RESTS))) {
      journal.note(
          "The target %s was still at work that it had put off; operations cost more by that."
              .formatted(target.name()));
    }
  }

  private boolean hasFailed() {
    StageFigures all = figures;
    return all != null
        && (all.failure() != null || all.operations().stream().anyMatch(it -> it.failed() > 0));
  }

  private Map<String, Double> idle() throws InterruptedException {
    journal.doing(what + "coming to rest");
    pause(rest);
    journal.doing(what + "what it takes when idle");
    List<Map<String, Double>> rates = new ArrayList<>();
    Reading before = read();
    for (int i = 0; i < IDLE_PARTS; i++) {
      pause(rest.dividedBy(IDLE_PARTS));
      Reading after = read();
      Map<String, Double> rate = after.since(before);
      double seconds = after.secondsSince(before);
      rate.replaceAll((_, millis) -> millis / seconds);
      rates.add(rate);
      before = after;
    }
    return usual(rates);
  }

  /**
   * The mean of rates but for those in which something came that is not always there, such as a
   * database that tidies up: taken off from each operation it would hide as much of its cost.
   */
  static Map<String, Double> usual(List<Map<String, Double>> rates) {
    double[] sums = rates.stream().mapToDouble(Ledger::total).sorted().toArray();
    double most = sums[sums.length / 2] * UNUSUAL;
    List<Map<String, Double>> kept = rates.stream().filter(it -> Ledger.total(it) <= most).toList();
    Map<String, Double> mean = new TreeMap<>();
    kept.forEach(each ->
        each.forEach((account, rate) -> mean.merge(account, rate / kept.size(), Double::sum)));
    return mean;
  }

  private Map<String, Double> later() throws InterruptedException {
    journal.doing(what + "what comes later");
    Reading before = read();
    pause(rest);
    return own(before, read());
  }

  private Ledger.Entry one() throws IOException, InterruptedException {
    Reading begin = read();
    perform();
    double withinOne = -1;
    double withinFive = -1;
    Deque<Reading> recent = new ArrayDeque<>();
    Reading now = read();
    recent.add(now);
    while (!isIdle(recent) && now.secondsSince(begin) < MAX_RESTS * rest.toMillis() / 1e3) {
      pause(SLICE.compareTo(quiet()) < 0 ? SLICE : quiet());
      now = read();
      recent.add(now);
      if (withinOne < 0 && now.secondsSince(begin) >= 1) {
        withinOne = Ledger.total(own(begin, now));
      }
      if (withinFive < 0 && now.secondsSince(begin) >= 5) {
        withinFive = Ledger.total(own(begin, now));
      }
    }
    if (!isIdle(recent)) {
      journal.note(
          "The target %s was not idle %d s after an operation."
              .formatted(target.name(), Math.round(now.secondsSince(begin))));
    }
    Map<String, Double> all = own(begin, now);
    double sum = Ledger.total(all);
    return new Ledger.Entry(
        all,
        withinOne < 0 ? sum : withinOne,
        withinFive < 0 ? sum : withinFive,
        now.secondsSince(begin));
  }

  private Duration quiet() {
    return rest.dividedBy(QUIET_PART);
  }

  /** Whether little was taken since the last reading that is long enough ago; older ones go. */
  private boolean isIdle(Deque<Reading> recent) {
    double needed = quiet().toMillis() / 1e3;
    Reading last = recent.getLast();
    Reading first = recent.getFirst();
    if (last.secondsSince(first) < needed) {
      return false;
    }
    while (last.secondsSince(recent.getFirst()) >= needed) {
      first = recent.removeFirst();
    }
    recent.addFirst(first);
    double taken = Ledger.total(last.since(first));
    double most = Ledger.total(idle) * IDLE_FACTOR + IDLE_MILLIS;
    return taken <= most * last.secondsSince(first);
  }

  /** A stage of no time has one operation of its one worker. */
  private void perform() throws IOException, InterruptedException {
    Stage stage = new Stage(1, 1, Duration.ofNanos(1));
    StageFigures done =
        generator.run(
            new StageOrder(order.number(), stage, false, order.seed(), order.patience()),
            (_, _) -> {});
    StageFigures before = figures;
    figures = before == null ? done : before.plus(done);
  }

  /** What was taken, without what an idle target takes. */
  private Map<String, Double> own(Reading from, Reading to) {
    double seconds = to.secondsSince(from);
    Map<String, Double> own = to.since(from);
    own.replaceAll((account, millis) -> millis - idle.getOrDefault(account, 0.0) * seconds);
    return own;
  }

  private Map<String, Map<String, Double>> split(int count) throws InterruptedException {
    Optional<JavaSampling> found = target.sampling();
    if (found.isEmpty()) {
      return Map.of();
    }
    JavaSampling sampling = found.get();
    StageFigures counted = figures;
    try {
      journal.doing(what + "sampling it idle");
      sampling.start();
      Reading idleFrom = read();
      pause(rest);
      double idleSeconds = read().secondsSince(idleFrom);
      Map<String, Map<String, Double>> idleSampled = sampling.stop();
      sampling.start();
      Reading from = read();
      for (int i = 1; i <= count; i++) {
        journal.doing("%ssampling operation %d of %d".formatted(what, i, count));
        one();
      }
      Reading to = read();
      Map<String, Map<String, Double>> sampled = sampling.stop();
      double factor = to.secondsSince(from) / idleSeconds;
      idleSampled.values().forEach(each -> each.replaceAll((_, millis) -> millis * factor));
      return Ledger.split(sampled, idleSampled);
    } catch (IOException e) {
      journal.note(
          "The Java code of %s could not be sampled: %s".formatted(target.name(), Sentence.of(e)));
      return Map.of();
    } finally {
      figures = counted;
    }
  }

  private Reading read() {
    Map<String, Double> millis = new TreeMap<>();
    target.accounts().forEach((account, nanos) -> millis.put(account, nanos / 1e6));
    return new Reading(System.nanoTime(), millis);
  }

  private static void pause(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
