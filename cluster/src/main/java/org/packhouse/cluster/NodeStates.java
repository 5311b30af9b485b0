package org.packhouse.cluster;

/** Announces this node's state to all nodes. */
@FunctionalInterface
public interface NodeStates {

  void announce(NodeState state);
}
