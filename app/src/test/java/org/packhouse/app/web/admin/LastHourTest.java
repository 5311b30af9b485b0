package org.packhouse.app.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastHourTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private record Sample(Instant at, double value) {}

  private static Sample sample(int minutesAgo, double value) {
    return new Sample(NOW.minusSeconds(minutesAgo * 60L), value);
  }

  @Test
  void drawsTheOldestOnTheLeftAndTheLargestAtTheTop() {
    List<Sample> samples = List.of(sample(60, 0), sample(30, 5), sample(0, 10));
    LastHour hour = new LastHour(NOW, 10);
    assertThat(hour.line(samples, Sample::at, Sample::value))
        .isEqualTo("0.0,60.0 180.0,30.0 360.0,0.0");
    assertThat(hour.area(samples, Sample::at, Sample::value))
        .isEqualTo("0.0,60.0 0.0,60.0 180.0,30.0 360.0,0.0 360.0,60.0");
  }

  @Test
  void staysWithinItsFrame() {
    List<Sample> samples = List.of(sample(90, -1), sample(-5, 99));
    assertThat(new LastHour(NOW, 10).line(samples, Sample::at, Sample::value))
        .isEqualTo("0.0,60.0 360.0,0.0");
  }

  @Test
  void isEmptyWithoutSamplesAndFlatWithoutValues() {
    LastHour hour = new LastHour(NOW, 0);
    assertThat(hour.area(List.<Sample>of(), Sample::at, Sample::value)).isEmpty();
    assertThat(hour.line(List.of(sample(30, 0)), Sample::at, Sample::value))
        .isEqualTo("180.0,60.0");
  }
}
