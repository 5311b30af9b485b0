package org.packhouse.lab.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.load.ServerCost.Sample;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.Usage;

/** Looks at a target while a stage runs. */
final class Meter implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final int MAX_SAMPLES = 240;

  private final Target target;
  private final Map<String, Double> metricsBefore;
  private final Usage before;
  private final long begin = System.nanoTime();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Sample> samples = new ArrayList<>();
  private final Thread sampler;

  private Meter(Target target, Map<String, Double> metricsBefore, Usage before) {
    this.target = target;
    this.metricsBefore = metricsBefore;
    this.before = before;
    this.sampler = Thread.ofPlatform().name("meter").daemon().unstarted(this::sample);
  }

  /** Begins to look. */
  static Meter start(Target target) {
    Meter meter = new Meter(target, metrics(target), target.usage());
    if (meter.before.known()) {
      meter.sampler.start();
    }
    return meter;
  }

  /** What the stage has cost up to now; no more looks are taken. */
  ServerCost cost() throws InterruptedException {
    Usage after = target.usage();
    close();
    sampler.join();
    samples.add(sample(after));
    return new ServerCost(
        after.known(),
        (after.processorNanos() - before.processorNanos()) / 1e9,
        samples.stream().mapToLong(Sample::anonymousBytes).max().orElse(0),
        samples.stream().mapToInt(Sample::gitProcesses).max().orElse(0),
        thinned(samples),
        changes(metricsBefore, metrics(target)));
  }

  @Override
  public void close() {
    ended.countDown();
  }

  private void sample() {
    samples.add(sample(before));
    try {
      while (!ended.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        samples.add(sample(target.usage()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Sample sample(Usage usage) {
    double seconds = samples.isEmpty() ? 0 : (System.nanoTime() - begin) / 1e9;
    return new Sample(seconds, usage.anonymousBytes(), usage.gitProcesses());
  }

  /** Neighbours become one that holds the larger figures, so that no peak is lost. */
  private static List<Sample> thinned(List<Sample> samples) {
    int group = (samples.size() + MAX_SAMPLES - 1) / MAX_SAMPLES;
    List<Sample> thinned = new ArrayList<>();
    for (int i = 0; i < samples.size(); i += group) {
      thinned.add(
          samples.subList(i, Math.min(i + group, samples.size())).stream()
              .reduce((a, b) ->
                  new Sample(
                      a.seconds(),
                      Math.max(a.anonymousBytes(), b.anonymousBytes()),
                      Math.max(a.gitProcesses(), b.gitProcesses())))
              .orElseThrow());
    }
    return thinned;
  }

  /** A server whose metrics cannot be read is measured without them. */
  static Map<String, Double> metrics(Target target) {
    try {
      return target.metrics();
    } catch (IOException e) {
      return Map.of();
    }
  }

  private static Map<String, Double> changes(
      Map<String, Double> before, Map<String, Double> after) {
    Map<String, Double> changes = new TreeMap<>();
    after.forEach((name, value) -> {
      double change = value - before.getOrDefault(name, 0.0);
      if (change != 0 && Double.isFinite(change)) {
        changes.put(name, change);
      }
    });
    return changes;
  }
}
