package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.platform.throttle.RequestMemory;

class FetchRequestMemoryTest {

  private final RequestMemory memory = new RequestMemory(4_000_000);

  @Test
  void doesNotCountSmallRequests() throws WireException {
    try (FetchRequestMemory share = new FetchRequestMemory(memory)) {
      for (int i = 0; i < 4; i++) {
        share.read(65_000);
      }
      assertThat(memory.used()).isZero();
    }
  }

  @Test
  void refusesALargeRequestWhileOthersHoldTheMemoryAndServesItAfterwards() throws WireException {
    FetchRequestMemory one = new FetchRequestMemory(memory);
    one.read(600_000);
    FetchRequestMemory another = new FetchRequestMemory(memory);
    another.read(600_000);
    FetchRequestMemory two = new FetchRequestMemory(memory);
    assertThatThrownBy(() -> two.read(600_000))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("too many large requests");
    two.close();
    another.close();
    one.close();
    assertThat(memory.used()).isZero();
    try (FetchRequestMemory three = new FetchRequestMemory(memory)) {
      three.read(600_000);
      assertThat(memory.used()).isEqualTo(1_800_000);
    }
    assertThat(memory.used()).isZero();
  }
}
