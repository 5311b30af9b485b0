package org.packhouse.app.platform.throttle.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.throttle.limit.PeopleRule.Waits;

class PeopleRuleTest {

  private static final int MIN = 4;
  private static final int MAX = 256;
  private static final double TARGET = 150;
  private static final PeopleRule RULE = new PeopleRule(MIN, MAX, TARGET);

  /**
   * A server on which a wait is made of what a page takes by itself and of what is sent beside it.
   *
   * @param calm milliseconds of a page on a server that sends nothing, by interval; less than 0:
   *     nobody asks for any
   * @param perSend milliseconds for each response that is sent at once
   * @param wanted how many would be sent if they were let, by interval
   */
  private record Storm(IntToDoubleFunction calm, double perSend, IntUnaryOperator wanted) {

    record Step(int limit, double millis) {}

    List<Step> run(double noise, int intervals) {
      Random random = new Random(7);
      List<Double> waits = new ArrayList<>();
      List<Step> trace = new ArrayList<>();
      int limit = MAX;
      for (int i = 0; i < intervals; i++) {
        int used = Math.min(limit, wanted.applyAsInt(i));
        double own = calm.applyAsDouble(i);
        double wait =
            own < 0 ? -1 : (own + used * perSend) * (1 + noise * Math.abs(random.nextGaussian()));
        waits.add(wait);
        double lately =
            waits.subList(Math.max(0, i - 4), i + 1).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(-1);
        trace.add(new Step(limit, wait));
        limit = RULE.next(limit, new Waits(wait, lately, used, wanted.applyAsInt(i)));
      }
      return trace;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {3, 5, 10})
  void reachesTheTargetWithinTenIntervalsOfAStormAndStaysThere(double perSend) {
    List<Storm.Step> trace = new Storm(_ -> 30, perSend, i -> i < 5 ? 0 : 200).run(0, 60);
    assertThat(trace.subList(15, 60)).allMatch(step -> step.millis() <= TARGET);
    List<Integer> settled = trace.subList(30, 60).stream().map(Storm.Step::limit).toList();
    assertThat(settled).containsOnly(settled.getFirst());
    assertThat(30 + settled.getFirst() * perSend).isGreaterThan(TARGET * 0.4);
  }

  @Test
  void keepsMostWaitsBelowTheTargetThoughTheyScatter() {
    List<Storm.Step> trace = new Storm(_ -> 30, 4, _ -> 200).run(0.2, 200).subList(20, 200);
    assertThat(trace).filteredOn(step -> step.millis() > TARGET).hasSizeLessThan(20);
    assertThat(trace).allMatch(step -> step.limit() >= MIN && step.limit() <= 40);
  }

  @Test
  void holdsNobodyUpWhereNobodyElseIsThere() {
    List<Storm.Step> trace = new Storm(_ -> -1, 10, _ -> 200).run(0, 50);
    assertThat(trace).allMatch(step -> step.limit() == MAX);
  }

  @Test
  void letsTheStormGoWhenPeopleHaveGone() {
    List<Storm.Step> trace = new Storm(i -> i < 20 ? 30 : -1, 10, _ -> 200).run(0, 40);
    assertThat(trace.get(20).limit()).isLessThan(20);
    assertThat(trace.get(25).limit()).isEqualTo(MAX);
  }

  @Test
  void goesNoLowerThanItsBoundWherePagesAreSlowByThemselves() {
    List<Storm.Step> trace = new Storm(_ -> 5000, 0, _ -> 50).run(0, 40);
    assertThat(trace.getLast().limit()).isEqualTo(MIN);
  }

  @Test
  void comesBackWhenPagesAreQuickAgain() {
    List<Storm.Step> trace = new Storm(i -> i < 20 ? 5000 : 20, 0, _ -> 200).run(0, 60);
    assertThat(trace.get(20).limit()).isEqualTo(MIN);
    assertThat(trace.getLast().limit()).isGreaterThanOrEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    // One slow page among quick ones, or a storm that is over, changes nothing.
    "100, 1000, 120, 50, 200, 100",
    "100, 120, 1000, 50, 200, 100",
    "100, 20, 1000, 50, 200, 100",
    // In between the limit rests.
    "100, 110, 110, 100, 200, 100",
    // Nobody waits for more.
    "100, 20, 20, 10, 20, 100",
    "100, 20, 20, 100, 200, 125",
    "4, 20, 20, 4, 9, 5",
    // By as much as is too much, and a half at most; from what there was.
    "100, 200, 200, 100, 200, 75",
    "100, 2000, 300, 100, 200, 50",
    "256, 300, 300, 40, 40, 20",
    // What was lowered before does not show yet.
    "20, 300, 300, 40, 40, 20",
    // An interval without anybody.
    "20, -1, 300, 20, 40, 20",
    "20, -1, -1, 20, 40, 256"
  })
  void movesByWhatBothIntervalsAskFor(
      int limit, double latest, double lately, int used, int demand, int next) {
    assertThat(RULE.next(limit, new Waits(latest, lately, used, demand))).isEqualTo(next);
  }
}
