package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResponsePaceTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final ResponsePace pace = new ResponsePace(Duration.ofSeconds(10));
  private final ResponsePace.Measure measure = new ResponsePace.Measure();
  private final long began = System.nanoTime();

  @Test
  void isEnoughWithAKilobyteInASecond() {
    assertThat(firstSecondThatIsTooSlow(1100, true)).isZero();
  }

  @Test
  void isTooSlowWithLessWhenTheTimeIsOver() {
    assertThat(firstSecondThatIsTooSlow(1000, true)).isBetween(10, 12);
  }

  @Test
  void countsOnlyWhileTheAnswerWaits() {
    assertThat(firstSecondThatIsTooSlow(0, false)).isZero();
  }

  /** Zero if there is none within a minute. */
  private int firstSecondThatIsTooSlow(long bytesPerSecond, boolean stalled) {
    for (int second = 1; second <= 60; second++) {
      if (measure.isTooSlow(pace, stalled, second * bytesPerSecond, began + second * SECOND)) {
        return second;
      }
    }
    return 0;
  }
}
