package org.packhouse.cluster;

import java.util.Set;
import java.util.function.Consumer;

/** The members of the cluster, as far as this node can see. */
public interface Membership {

  /** This node, by its session now. */
  Member self();

  /** All nodes that can be seen now, this one among them. */
  Set<Member> members();

  /**
   * Tells of every change from now on, with the members after it. Calls come one at a time.
   *
   * @return ends the telling when closed
   */
  Subscription onChange(Consumer<Set<Member>> listener);
}
