package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.PeopleWaits.Kind;

class PeopleWaitsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final PeopleWaits waits = new PeopleWaits(registry);

  @Test
  void tellsWhatNinetyNineOfAHundredWaitedAtMost() {
    for (int i = 1; i <= 1000; i++) {
      waits.waited(i % 2 == 0 ? Kind.PAGE : Kind.REST, Duration.ofMillis(i));
    }
    assertThat(waits.next().latest()).isBetween(990.0, 990 * 1.1);
  }

  @Test
  void forgetsWhatWasBeforeTheLastIntervals() {
    waits.waited(Kind.PAGE, Duration.ofMillis(400));
    assertThat(waits.next().lately()).isBetween(400.0, 440.0);
    waits.waited(Kind.PAGE, Duration.ofMillis(20));
    PeopleWaits.Seen second = waits.next();
    assertThat(second.latest()).isBetween(20.0, 22.0);
    assertThat(second.lately()).isBetween(400.0, 440.0);
    for (int i = 2; i < PeopleWaits.INTERVALS; i++) {
      assertThat(waits.next().lately()).isGreaterThan(100);
    }
    assertThat(waits.next().lately()).isLessThan(30);
    assertThat(waits.next()).isEqualTo(new PeopleWaits.Seen(-1, -1));
    assertThat(waits.seen()).isEqualTo(new PeopleWaits.Seen(-1, -1));
  }

  @Test
  void countsListsOfRefsWithoutTakingThemForPeople() {
    waits.waited(Kind.ADVERTISEMENT, Duration.ofSeconds(3));
    assertThat(waits.next().lately()).isNegative();
    assertThat(registry.get("people.wait").tag("kind", "advertisement").timer().count())
        .isEqualTo(1);
  }

  @Test
  void measuresTheLongestAndTheShortest() {
    waits.waited(Kind.REST, Duration.ZERO);
    assertThat(waits.next().latest()).isEqualTo(1);
    waits.waited(Kind.REST, Duration.ofDays(2));
    assertThat(waits.next().latest()).isGreaterThan((double) Duration.ofMinutes(2).toMillis());
    assertThat(registry.get("people.wait.p99").gauge().value())
        .isCloseTo(waits.seen().lately() / 1000, within(1e-9));
  }
}
