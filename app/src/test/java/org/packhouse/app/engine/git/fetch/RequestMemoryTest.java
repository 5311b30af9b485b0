package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.WireException;

class RequestMemoryTest {

  private final RequestMemory memory = new RequestMemory(3_000_000);

  @Test
  void doesNotCountSmallRequests() throws WireException {
    try (RequestMemory.Share share = memory.share()) {
      for (int i = 0; i < 4; i++) {
        share.read(65_000);
      }
      assertThat(memory.used()).isZero();
    }
  }

  @Test
  void refusesALargeRequestWhileOthersHoldTheMemoryAndServesItAfterwards() throws WireException {
    RequestMemory.Share one = memory.share();
    one.read(600_000);
    RequestMemory.Share two = memory.share();
    assertThatThrownBy(() -> two.read(600_000))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("too many large requests");
    two.close();
    one.close();
    assertThat(memory.used()).isZero();
    try (RequestMemory.Share three = memory.share()) {
      three.read(600_000);
      assertThat(memory.used()).isEqualTo(1_800_000);
    }
    assertThat(memory.used()).isZero();
  }
}
