package org.packhouse.app.platform.cluster;

import java.util.Arrays;
import java.util.Optional;
import org.packhouse.cluster.NodeState;

/**
 * The state that a node says it is in. A node of a later version may be in one that this version
 * does not know: it is shown as it is, and nothing follows from it.
 *
 * @param name as the node wrote it
 */
public record ReportedState(String name) {

  /** A state that this version knows. */
  static ReportedState of(NodeState state) {
    return new ReportedState(state.name());
  }

  /** Whether it is that one. */
  public boolean is(NodeState state) {
    return state.name().equals(name);
  }

  /** The name that people are shown: that of {@code /status}, if it is known. */
  public String wireName() {
    return known().map(NodeState::wireName).orElse(name);
  }

  /** Whether a load balancer would be told to send requests. */
  public boolean takesRequests() {
    return known().filter(state -> state.httpStatus() == 200).isPresent();
  }

  private Optional<NodeState> known() {
    return Arrays.stream(NodeState.values()).filter(this::is).findFirst();
  }
}
