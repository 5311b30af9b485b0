package org.packhouse.cluster;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node, and the others that were seen last: a cluster of one node sees nobody. */
public class SeenMembership implements Membership {

  private static final Logger LOG = LoggerFactory.getLogger(SeenMembership.class);

  private final Supplier<Member> self;
  private final List<Consumer<Set<Member>>> listeners = new CopyOnWriteArrayList<>();
  private volatile Set<Member> others = Set.of();

  /** Sees this node alone at first. */
  public SeenMembership(Supplier<Member> self) {
    this.self = self;
  }

  @Override
  public final Member self() {
    return self.get();
  }

  @Override
  public final Set<Member> members() {
    Set<Member> all = new HashSet<>(others);
    all.add(self());
    return Set.copyOf(all);
  }

  @Override
  public final Subscription onChange(Consumer<Set<Member>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Replaces the members that are seen, with or without this node. Calls must not overlap. */
  public final void see(Collection<Member> seen) {
    UUID own = self().id();
    Set<Member> now = new HashSet<>(seen);
    now.removeIf(member -> member.id().equals(own));
    Set<Member> before = others;
    if (!now.equals(before)) {
      others = Set.copyOf(now);
      changed(before, now);
      listeners.forEach(this::tell);
    }
  }

  /** Called before listeners are told, with the other nodes seen before and now. */
  protected void changed(Set<Member> before, Set<Member> now) {
    LOG.debug("{} other nodes are seen", now.size());
  }

  private void tell(Consumer<Set<Member>> listener) {
    try {
      listener.accept(members());
    } catch (RuntimeException e) {
      LOG.error("A membership listener failed", e);
    }
  }
}
