package org.packhouse.app.platform.cluster;

import java.util.Arrays;
import java.util.Optional;
import org.packhouse.cluster.NodeState;

/** The state that a node reports, perhaps one that only later versions know. */
public record ReportedState(String name) {

  static ReportedState of(NodeState state) {
    return new ReportedState(state.name());
  }

  public boolean is(NodeState state) {
    return state.name().equals(name);
  }

  /** Returns the name as in {@code /status}, if the state is known. */
  public String wireName() {
    return known().map(NodeState::wireName).orElse(name);
  }

  public boolean takesRequests() {
    return known().filter(state -> state.httpStatus() == 200).isPresent();
  }

  private Optional<NodeState> known() {
    return Arrays.stream(NodeState.values()).filter(this::is).findFirst();
  }
}
