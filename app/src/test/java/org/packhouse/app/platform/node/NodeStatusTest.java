package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.NodeState;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class NodeStatusTest {

  private final List<NodeState> announced = new ArrayList<>();
  private volatile @Nullable NodeState demanded;
  private NodeStatus status;

  @BeforeEach
  void makeOneWithASource() {
    status =
        new NodeStatus(
            new StaticListableBeanFactory(Map.of("asked", (StateSource) () -> demanded))
                .getBeanProvider(StateSource.class),
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

  @Test
  void drainsForGoodOnceItIsToldToStop() {
    assertThat(status.drainToStop()).isNull();
    makeOneWithASource();
    status.ready();
    assertThat(status.drainToStop()).isNotNull();
    status.activate();
    assertThat(status.state()).isEqualTo(NodeState.DRAINING);
    assertThat(status.drainToStop()).isPositive();
    status.closed();
    assertThat(status.drainToStop()).isNull();
  }

  @Test
  void admitsWhatReachesItWhileItDrainsAndStopsUnlessASourceDemandsOtherwise() {
    status.ready();
    status.drain();
    assertThat(status.admission()).isEqualTo(NodeState.ACTIVE);
    demanded = NodeState.MAINTENANCE;
    status.recheck();
    assertThat(status.state()).isEqualTo(NodeState.DRAINING);
    assertThat(status.admission()).isEqualTo(NodeState.MAINTENANCE);
    status.closed();
    assertThat(status.state()).isEqualTo(NodeState.STOPPING);
    assertThat(status.admission()).isEqualTo(NodeState.MAINTENANCE);
  }

  @Test
  void admitsWhoComesBeforeTheEndOfItsStartWhenThatIsThere() throws Exception {
    CompletableFuture<NodeState> admitted = CompletableFuture.supplyAsync(status::admission);
    assertThat(status.state()).isEqualTo(NodeState.STARTING);
    status.ready();
    assertThat(admitted.get()).isEqualTo(NodeState.ACTIVE);
  }
}
