package org.packhouse.cluster.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Member;

class StandaloneMembershipTest {

  private Member self = new Member(UUID.randomUUID(), "node-1");
  private final StandaloneMembership membership = new StandaloneMembership(() -> self);

  @Test
  void isAClusterOfOne() {
    assertThat(membership.self()).isEqualTo(self);
    assertThat(membership.members()).containsExactly(self);
  }

  @Test
  void goesOnUnderAnotherSession() {
    self = new Member(UUID.randomUUID(), "node-1");
    assertThat(membership.members()).containsExactly(self);
  }
}
