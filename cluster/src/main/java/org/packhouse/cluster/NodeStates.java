package org.packhouse.cluster;

/** Tells all nodes the state that this one says it is in. */
@FunctionalInterface
public interface NodeStates {

  /** Says what this node is doing from now on. */
  void announce(NodeState state);
}
