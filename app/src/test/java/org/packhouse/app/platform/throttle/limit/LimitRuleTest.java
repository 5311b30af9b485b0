package org.packhouse.app.platform.throttle.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.throttle.limit.LimitRule.Load;
import org.packhouse.app.platform.throttle.limit.TraceMachine.Step;

class LimitRuleTest {

  private static final double TARGET = 0.75;
  private static final long ROOM = 1000;

  @ParameterizedTest
  @CsvSource({
    "2, 1", "2, 0.5", "2, 0.1", "4, 1", "4, 0.3", "8, 0.5", "8, 0.1", "16, 0.5", "64, 0.1"
  })
  void reachesTheTargetWithinTenIntervalsOfAStepInLoadAndStaysThere(
      int processors, double perTicket) {
    LimitRule rule = new LimitRule(processors, 12 * processors, TARGET);
    List<Step> trace =
        new TraceMachine(processors, perTicket, rule)
            .wanted(i -> i < 5 ? 0 : 10_000)
            .background(i -> i < 40 ? 0 : 0.4 * processors)
            .run(processors, 80);
    assertSettled(trace.subList(15, 40), rule, perTicket / processors);
    assertSettled(trace.subList(50, 80), rule, perTicket / processors);
  }

  /** Near the target, as near as one ticket more or less allows, or at a bound. */
  private static void assertSettled(List<Step> trace, LimitRule rule, double perTicket) {
    Step last = trace.getLast();
    if (last.limit() != rule.min() && last.limit() != rule.max()) {
      double tolerance = Math.max(LimitRule.TOLERANCE * TARGET, perTicket);
      assertThat(trace).allMatch(step -> Math.abs(step.cpu() - TARGET) <= tolerance + 1e-9);
    }
    assertSwing(trace);
  }

  private static void assertSwing(List<Step> trace) {
    int least = trace.stream().mapToInt(Step::limit).min().orElseThrow();
    int most = trace.stream().mapToInt(Step::limit).max().orElseThrow();
    assertThat(most - least).isLessThanOrEqualTo(Math.max(1, most / 10));
  }

  @ParameterizedTest
  @CsvSource({"4, 0.3", "8, 0.1", "16, 0.5", "64, 0.1"})
  void doesNotSwingWithReadingsThatDo(int processors, double perTicket) {
    LimitRule rule = new LimitRule(processors, 12 * processors, TARGET);
    List<Step> trace =
        new TraceMachine(processors, perTicket, rule).noise(0.03).run(processors, 200);
    assertSwing(trace.subList(20, 200));
  }

  @Test
  void followsARecordedTrace() throws IOException {
    List<Double> recorded =
        Files.readAllLines(Path.of("src/test/resources/load-trace.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(Double::valueOf)
            .toList();
    LimitRule rule = new LimitRule(2, 24, TARGET);
    List<Step> trace =
        new TraceMachine(2, 0.1, rule).background(i -> 2 * recorded.get(i)).run(3, recorded.size());
    assertThat(trace).allMatch(step -> step.limit() >= rule.min() && step.limit() <= rule.max());
    double withTickets = mean(trace.stream().map(Step::cpu).toList());
    double least = mean(recorded.stream().map(load -> Math.min(1, load + 0.1)).toList());
    assertThat(withTickets).isBetween(Math.max(least, TARGET * 0.8), Math.max(least, TARGET * 1.2));
    double most = mean(recorded.stream().map(load -> Math.min(1, load + 1.2)).toList());
    assertThat(withTickets).as("less than with all tickets at once").isLessThan(most - 0.1);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  @Test
  void staysWithinBothBounds() {
    LimitRule rule = new LimitRule(3, 8, TARGET);
    assertThat(new TraceMachine(8, 0.01, rule).run(3, 30).getLast().limit()).isEqualTo(8);
    assertThat(new TraceMachine(1, 1, rule).run(8, 30).getLast().limit()).isEqualTo(3);
    assertThat(rule.next(8, new Load(1, 1, 8, 8, -100))).isEqualTo(3);
    assertThat(rule.next(3, new Load(0, 0, 3, 100, ROOM))).isEqualTo(4);
  }

  @Test
  void fallsWhenMemoryFalls() {
    LimitRule rule = new LimitRule(2, 96, TARGET);
    List<Step> trace = new TraceMachine(8, 0.1, rule).memory(i -> i < 20 ? 1000 : 10).run(8, 40);
    assertThat(trace.get(20).limit()).isGreaterThan(50);
    assertThat(trace.get(21).limit()).isEqualTo(10);
    assertThat(trace.getLast().limit()).isEqualTo(10);
    assertThat(rule.next(60, new Load(0.5, 0.5, 60, 90, -20))).isEqualTo(40);
  }

  @Test
  void staysWhereNobodyWantsMore() {
    LimitRule rule = new LimitRule(1, 100, TARGET);
    assertThat(rule.next(10, new Load(0.1, 0.1, 4, 10, ROOM))).isEqualTo(10);
    assertThat(rule.next(10, new Load(0.1, 0.1, 10, 11, ROOM))).isEqualTo(13);
  }

  @Test
  void lowersNothingBeforeTicketsHaveComeBack() {
    LimitRule rule = new LimitRule(1, 100, TARGET);
    assertThat(rule.next(10, new Load(1, 1, 20, 20, ROOM))).isEqualTo(10);
    assertThat(rule.next(10, new Load(1, 1, 10, 20, ROOM))).isLessThan(10);
  }

  @Test
  void comesDownFasterWhereTheProcessorsDoNotShowHowMuchWasWanted() {
    LimitRule rule = new LimitRule(1, 1000, TARGET);
    assertThat(rule.next(100, new Load(0.86, 0.86, 100, 200, ROOM))).isEqualTo(91);
    assertThat(rule.next(100, new Load(1, 1, 100, 200, ROOM))).isEqualTo(56);
  }

  @Test
  void wantsBothTheLatestLoadAndTheOneBefore() {
    LimitRule rule = new LimitRule(1, 100, TARGET);
    assertThat(rule.next(10, new Load(1, 0.7, 10, 20, ROOM))).isEqualTo(10);
    assertThat(rule.next(10, new Load(0.2, 0.75, 10, 20, ROOM))).isEqualTo(10);
  }

  @Test
  void addsNoTicketThatLeadsBeyondTheTarget() {
    LimitRule rule = new LimitRule(1, 100, TARGET);
    assertThat(rule.next(3, new Load(0.6, 0.6, 3, 20, ROOM))).isEqualTo(3);
    assertThat(rule.next(3, new Load(0.56, 0.56, 3, 20, ROOM))).isEqualTo(4);
  }
}
