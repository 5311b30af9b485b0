package org.packhouse.app.platform.throttle.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/**
 * A machine that a limit is tried on: each ticket keeps a part of a processor busy, something else
 * takes its share, and work that is out ends little by little when fewer tickets are allowed.
 */
final class TraceMachine {

  private final int processors;
  private final double perTicket;
  private final LimitRule rule;
  private IntToDoubleFunction background = _ -> 0;
  private IntUnaryOperator wanted = _ -> 10_000;
  private IntUnaryOperator memory = _ -> 1_000_000;
  private double noise;

  TraceMachine(int processors, double perTicket, LimitRule rule) {
    this.processors = processors;
    this.perTicket = perTicket;
    this.rule = rule;
  }

  /** A step of a trace. */
  record Step(int limit, int used, double cpu, double background) {}

  /** How many processors something else keeps busy, by interval. */
  TraceMachine background(IntToDoubleFunction busy) {
    background = busy;
    return this;
  }

  /** How many would work if they were let, by interval. */
  TraceMachine wanted(IntUnaryOperator requests) {
    wanted = requests;
    return this;
  }

  /** For how many there is memory, by interval. */
  TraceMachine memory(IntUnaryOperator tickets) {
    memory = tickets;
    return this;
  }

  /** How far readings are off, as a part of them. */
  TraceMachine noise(double part) {
    noise = part;
    return this;
  }

  List<Step> run(int start, int intervals) {
    Random random = new Random(42);
    List<Step> trace = new ArrayList<>();
    int limit = start;
    int used = 0;
    double smoothed = -1;
    for (int i = 0; i < intervals; i++) {
      int allowed = Math.min(limit, wanted.applyAsInt(i));
      used = used <= allowed ? allowed : Math.max(allowed, used - Math.max(1, used / 3));
      double busy = (background.applyAsDouble(i) + used * perTicket) / processors;
      double cpu = Math.clamp(busy * (1 + noise * random.nextGaussian()), 0, 1);
      smoothed = smoothed < 0 ? cpu : LimitRule.smooth(smoothed, cpu);
      trace.add(new Step(limit, used, Math.min(1, busy), background.applyAsDouble(i)));
      limit =
          rule.next(
              limit,
              new LimitRule.Load(
                  cpu,
                  smoothed,
                  used,
                  Math.max(used, wanted.applyAsInt(i)),
                  memory.applyAsInt(i) - used));
    }
    return trace;
  }
}
