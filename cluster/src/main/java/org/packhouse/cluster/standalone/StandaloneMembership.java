package org.packhouse.cluster.standalone;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;

/** A cluster of one node. */
public final class StandaloneMembership implements Membership {

  private final Supplier<Member> self;

  public StandaloneMembership(Supplier<Member> self) {
    this.self = self;
  }

  @Override
  public Member self() {
    return self.get();
  }

  @Override
  public Set<Member> members() {
    return Set.of(self());
  }

  @Override
  public Subscription onChange(Consumer<Set<Member>> listener) {
    return () -> {};
  }
}
