package org.packhouse.cluster.standalone;

import java.util.Map;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;

/** Knows the state of the only node. */
public final class StandaloneNodeStates implements NodeStates {

  private final Member self;
  private volatile NodeState state = NodeState.STARTING;

  /** The states of a cluster of that member alone. */
  public StandaloneNodeStates(Member self) {
    this.self = self;
  }

  @Override
  public void announce(NodeState next) {
    state = next;
  }

  @Override
  public Map<Member, NodeState> all() {
    return Map.of(self, state);
  }
}
