package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackgroundPaceTest {

  private static final Duration SAVED = Duration.ofSeconds(5);

  private boolean busy;
  private long now;
  private final BackgroundPace pace =
      new BackgroundPace(() -> busy, () -> now, SAVED, Duration.ofSeconds(2));
  private final BackgroundPace whole =
      new BackgroundPace(() -> busy, () -> now, SAVED, Duration.ofMinutes(10));

  @Test
  void takesATenthOfABusyMachine() {
    busy = true;
    Duration worked = Duration.ZERO;
    while (now < Duration.ofMinutes(10).toNanos()) {
      work(Duration.ofMillis(1_300));
      worked = worked.plusMillis(1_300);
      now += pace.rest().toNanos();
    }
    assertThat(worked).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(67));
  }

  @Test
  void isNotHeldBackOnAMachineThatHasRoom() {
    busy = false;
    for (int i = 0; i < 100; i++) {
      work(Duration.ofSeconds(3));
      assertThat(pace.rest()).isZero();
    }
  }

  @Test
  void whatComesNowAndThenIsDoneAtOnceOnABusyMachine() {
    busy = true;
    for (int i = 0; i < 100; i++) {
      work(Duration.ofMillis(400));
      assertThat(pace.rest()).isZero();
      now += Duration.ofSeconds(4).toNanos();
    }
  }

  @Test
  void aRestEndsWhenTheMachineIsNoLongerBusy() {
    busy = true;
    for (int i = 0; i < 10; i++) {
      work(Duration.ofSeconds(2));
    }
    assertThat(pace.rest()).isGreaterThan(Duration.ofMinutes(2));
    busy = false;
    assertThat(pace.rest()).isZero();
  }

  @Test
  void longPortionsTakeATenthOfABusyMachineToo() {
    busy = true;
    Duration worked = Duration.ZERO;
    while (now < Duration.ofHours(1).toNanos()) {
      Duration portion = Duration.ofSeconds(worked.isZero() ? 60 : 4);
      now += portion.toNanos();
      whole.worked(portion);
      worked = worked.plus(portion);
      now += whole.rest().toNanos();
    }
    assertThat(worked).isBetween(Duration.ofSeconds(350), Duration.ofSeconds(370));
  }

  @Test
  void aLargeChangeHoldsTheOthersBackForMoments() {
    busy = true;
    for (int i = 0; i < 5; i++) {
      work(Duration.ofSeconds(2));
    }
    now += pace.rest().toNanos();
    work(Duration.ofMinutes(3));
    assertThat(pace.rest()).isLessThan(Duration.ofSeconds(20));
  }

  private void work(Duration time) {
    now += time.toNanos();
    pace.worked(time);
  }
}
