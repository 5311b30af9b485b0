package org.packhouse.app.setup;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.node.NodeState;
import org.packhouse.app.node.StateSource;
import org.springframework.stereotype.Component;

/** Lets {@code /status} say that the server waits to be set up. */
@Component
final class FirstRunState implements StateSource {

  private final SetupState setup;

  FirstRunState(SetupState setup) {
    this.setup = setup;
  }

  @Override
  public @Nullable NodeState demand() {
    return setup.isComplete() ? null : NodeState.FIRST_RUN;
  }
}
