package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.link.Link;

class AfterPushOperationTest {

  private final AtomicLong used = new AtomicLong(5);

  @Test
  void tellsWhatOfTheServersProcessorTimeWasThePush() throws Exception {
    try (Operation both = new AfterPushOperation("both", using(7), using(20))) {
      Done done =
          both.perform(
              new Turn(
                  0,
                  0,
                  new SplittableRandom(1),
                  Link.DIRECT,
                  false,
                  () -> OptionalLong.of(used.get())));
      assertThat(done.foreignProcessorNanos()).isEqualTo(7);
      assertThat(used).hasValue(32);
    }
  }

  @Test
  void tellsNothingWhereNothingIsKnown() throws Exception {
    try (Operation both = new AfterPushOperation("both", using(7), using(20))) {
      Done done = both.perform(new Turn(0, 0, new SplittableRandom(1), Link.DIRECT, false));
      assertThat(done.foreignProcessorNanos()).isZero();
    }
  }

  private Operation using(long nanos) {
    return new Operation() {
      @Override
      public String name() {
        return "one of " + nanos;
      }

      @Override
      public Done perform(Turn turn) {
        used.addAndGet(nanos);
        return new Done(0, 0);
      }

      @Override
      public void close() {
        // It holds nothing.
      }
    };
  }
}
