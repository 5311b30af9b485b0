package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.NodeState;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class NodeStatusTest {

  private final List<NodeState> announced = new ArrayList<>();
  private NodeStatus status;

  @BeforeEach
  void makeOneWithoutSources() {
    status =
        new NodeStatus(
            new StaticListableBeanFactory().getBeanProvider(StateSource.class),
            new StateProbe(),
            announced::add);
  }

  @Test
  void isActiveFromTheEndOfTheStartToTheStop() {
    assertThat(status.state()).isEqualTo(NodeState.STARTING);
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.ACTIVE);
    status.closed();
    assertThat(status.state()).isEqualTo(NodeState.STOPPING);
    assertThat(announced).containsExactly(NodeState.STARTING, NodeState.ACTIVE, NodeState.STOPPING);
  }

  @Test
  void isStoppingThoughItHearsOfTheEndOfItsStartAfterwards() {
    status.closed();
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.STOPPING);
  }

  @Test
  void drainsOnceItIsUpIfItWasAskedToWhileItStarted() {
    status.drain();
    assertThat(status.state()).isEqualTo(NodeState.STARTING);
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.DRAINING);
    assertThat(status.isDraining()).isTrue();
    status.activate();
    assertThat(status.state()).isEqualTo(NodeState.ACTIVE);
  }

  @Test
  void forgetsADrainThatWasTakenBackWhileItStarted() {
    status.drain();
    status.activate();
    status.ready();
    assertThat(status.state()).isEqualTo(NodeState.ACTIVE);
  }
}
