package org.packhouse.cluster.hazelcast;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The members that Hazelcast sees; this node alone while it is down. */
final class HazelcastMembership implements Membership {

  private static final Logger LOG = LoggerFactory.getLogger(HazelcastMembership.class);

  private final Supplier<Member> self;
  private final List<Consumer<Set<Member>>> listeners = new CopyOnWriteArrayList<>();
  private volatile Set<Member> others = Set.of();

  HazelcastMembership(Supplier<Member> self) {
    this.self = self;
  }

  @Override
  public Member self() {
    return self.get();
  }

  @Override
  public Set<Member> members() {
    Set<Member> all = new HashSet<>(others);
    all.add(self());
    return Set.copyOf(all);
  }

  @Override
  public Subscription onChange(Consumer<Set<Member>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Calls must not overlap. */
  void see(Set<Member> seen) {
    UUID own = self().id();
    Set<Member> now = new HashSet<>(seen);
    now.removeIf(member -> member.id().equals(own));
    Set<Member> before = others;
    if (!now.equals(before)) {
      others = Set.copyOf(now);
      now.stream()
          .filter(member -> !before.contains(member))
          .forEach(member ->
              LOG.info(
                  "Node {} ({}) is seen at {}", member.name(), member.version(), member.address()));
      before.stream()
          .filter(member -> !now.contains(member))
          .forEach(member -> LOG.info("Node {} is no longer seen", member.name()));
      listeners.forEach(this::tell);
    }
  }

  private void tell(Consumer<Set<Member>> listener) {
    try {
      listener.accept(members());
    } catch (RuntimeException e) {
      LOG.error("A membership listener failed", e);
    }
  }
}
