package org.packhouse.cluster;

import java.util.Map;

/** The states that nodes say they are in, for administrators and for load balancers. */
public interface NodeStates {

  /** Says what this node is doing from now on. */
  void announce(NodeState state);

  /** The last word of every member that can be seen; {@code STARTING} for one that said nothing. */
  Map<Member, NodeState> states();
}
