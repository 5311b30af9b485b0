package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.standalone.StandaloneMembership;
import org.packhouse.cluster.standalone.StandaloneNodeStates;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class NodeStatusTest {

  private NodeStatus status;

  @BeforeEach
  void makeOneWithoutSources() {
    Member self = new Member(UUID.randomUUID(), "here");
    status =
        new NodeStatus(
            new StaticListableBeanFactory().getBeanProvider(StateSource.class),
            new StateProbe(Clock.systemUTC()),
            new StandaloneNodeStates(new StandaloneMembership(() -> self)));
  }

  @Test
  void isActiveFromTheEndOfTheStartToTheStop() {
    assertThat(status.state()).isEqualTo(NodeState.STARTING);
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.ACTIVE);
    status.closed();
    assertThat(status.state()).isEqualTo(NodeState.STOPPING);
  }

  @Test
  void isStoppingThoughItHearsOfTheEndOfItsStartAfterwards() {
    status.closed();
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.STOPPING);
  }
}
