package org.packhouse.cluster;

import java.util.Set;
import java.util.function.Consumer;

/** The members of the cluster that this node sees. */
public interface Membership {

  /** Returns this node under its present session. */
  Member self();

  /** Returns all visible nodes, including this one. */
  Set<Member> members();

  /** Notifies of changes, one at a time, until the subscription is closed. */
  Subscription onChange(Consumer<Set<Member>> listener);
}
