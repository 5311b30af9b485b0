package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Membership} of a single node. */
public abstract class MembershipContract {

  protected Member self = member("node-1");

  protected static Member member(String name) {
    return new Member(UUID.randomUUID(), name, "1.0", "127.0.0.1:1");
  }

  protected abstract Membership membership();

  @Test
  void isAClusterOfOne() {
    assertThat(membership().self()).isEqualTo(self);
    assertThat(membership().members()).containsExactly(self);
  }

  @Test
  void goesOnUnderAnotherSession() {
    assertThat(membership().self()).isEqualTo(self);
    self = member("node-1");
    assertThat(membership().members()).containsExactly(self);
  }
}
