package org.packhouse.cluster.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.NodeState;

class StandaloneMembershipTest {

  private final Member self = new Member(UUID.randomUUID(), "node-1");

  @Test
  void isAClusterOfOne() {
    StandaloneMembership membership = new StandaloneMembership(self);
    assertThat(membership.self()).isEqualTo(self);
    assertThat(membership.members()).containsExactly(self);
  }

  @Test
  void knowsWhatTheOnlyNodeSaid() {
    StandaloneNodeStates states = new StandaloneNodeStates(self);
    assertThat(states.all()).containsEntry(self, NodeState.STARTING);
    states.announce(NodeState.ACTIVE);
    assertThat(states.all()).containsEntry(self, NodeState.ACTIVE);
  }
}
