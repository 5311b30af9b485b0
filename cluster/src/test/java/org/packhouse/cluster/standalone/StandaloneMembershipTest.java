package org.packhouse.cluster.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.NodeState;

class StandaloneMembershipTest {

  private Member self = new Member(UUID.randomUUID(), "node-1");
  private final StandaloneMembership membership = new StandaloneMembership(() -> self);

  @Test
  void isAClusterOfOne() {
    assertThat(membership.self()).isEqualTo(self);
    assertThat(membership.members()).containsExactly(self);
  }

  @Test
  void knowsWhatTheOnlyNodeSaid() {
    StandaloneNodeStates states = new StandaloneNodeStates(membership);
    assertThat(states.states()).containsEntry(self, NodeState.STARTING);
    states.announce(NodeState.ACTIVE);
    assertThat(states.states()).containsEntry(self, NodeState.ACTIVE);
  }

  @Test
  void goesOnUnderAnotherSession() {
    StandaloneNodeStates states = new StandaloneNodeStates(membership);
    states.announce(NodeState.DRAINING);
    self = new Member(UUID.randomUUID(), "node-1");
    assertThat(membership.members()).containsExactly(self);
    assertThat(states.states()).containsExactly(Map.entry(self, NodeState.DRAINING));
  }
}
