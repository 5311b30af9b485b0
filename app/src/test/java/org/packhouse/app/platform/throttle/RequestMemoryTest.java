package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestMemoryTest {

  private final RequestMemory memory = new RequestMemory(100);

  @Test
  void isHalfForOneRequestAtMost() {
    try (RequestMemory.Share share = memory.share()) {
      assertThat(share.take(51)).isFalse();
      assertThat(share.take(40)).isTrue();
      assertThat(share.take(11)).isFalse();
      assertThat(share.take(10)).isTrue();
      assertThat(memory.used()).isEqualTo(50);
    }
    assertThat(memory.used()).isZero();
  }

  @Test
  void isRefusedWhenOthersHoldIt() {
    try (RequestMemory.Share one = memory.share();
        RequestMemory.Share two = memory.share();
        RequestMemory.Share three = memory.share()) {
      assertThat(one.take(50)).isTrue();
      assertThat(two.take(45)).isTrue();
      assertThat(three.take(6)).isFalse();
      assertThat(three.take(5)).isTrue();
    }
    assertThat(memory.used()).isZero();
  }
}
