package org.packhouse.cluster.standalone;

import java.util.Map;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;

/** Knows the state of the only node. */
public final class StandaloneNodeStates implements NodeStates {

  private final Membership members;
  private volatile NodeState state = NodeState.STARTING;

  /** The states of a cluster that has one member. */
  public StandaloneNodeStates(Membership members) {
    this.members = members;
  }

  @Override
  public void announce(NodeState next) {
    state = next;
  }

  @Override
  public Map<Member, NodeState> states() {
    return Map.of(members.self(), state);
  }
}
