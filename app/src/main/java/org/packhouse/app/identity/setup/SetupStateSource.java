package org.packhouse.app.identity.setup;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.StateSource;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Component;

/** Keeps the node in {@code FIRST_RUN} until the server is set up. */
@Component
class SetupStateSource implements StateSource {

  private final SetupState state;

  SetupStateSource(SetupState state) {
    this.state = state;
  }

  @Override
  public @Nullable NodeState demand() {
    return state.isComplete() ? null : NodeState.FIRST_RUN;
  }
}
