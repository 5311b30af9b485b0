package org.packhouse.cluster.standalone;

import java.util.Set;
import java.util.function.Consumer;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;

/** A cluster of one, which never changes. */
public final class StandaloneMembership implements Membership {

  private final Member self;

  /** A cluster of that member alone. */
  public StandaloneMembership(Member self) {
    this.self = self;
  }

  @Override
  public Member self() {
    return self;
  }

  @Override
  public Set<Member> members() {
    return Set.of(self);
  }

  @Override
  public Subscription onChange(Consumer<Set<Member>> listener) {
    return () -> {};
  }
}
