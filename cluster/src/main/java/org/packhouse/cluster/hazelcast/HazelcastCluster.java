package org.packhouse.cluster.hazelcast;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.topic.ITopic;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.SeenMembership;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.delivery.NumberedTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a Hazelcast member running in the background; a node that cannot join works alone. */
public final class HazelcastCluster implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HazelcastCluster.class);
  private static final String TOPIC = "packhouse";
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(10);
  private static final Duration MAX_STOP = Duration.ofSeconds(10);

  private final HazelcastOptions options;
  private final RefusalLog refusals = new RefusalLog();
  private final HazelcastMembership membership;
  private final NumberedTopics topics;
  private final ScheduledExecutorService keeper =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("hazelcast-keeper").factory());
  private volatile @Nullable Joined joined;
  private volatile boolean closed;
  private @Nullable String failure;
  private long againAt = System.nanoTime();

  /** Takes this node under its present session. */
  public HazelcastCluster(HazelcastOptions options, Supplier<Member> self) {
    this.options = options;
    this.membership = new HazelcastMembership(self);
    this.topics = new NumberedTopics(membership, this::send);
  }

  /** Starts joining, once this node has a session. */
  public void start() {
    topics.start();
    var _ =
        keeper.scheduleWithFixedDelay(this::keep, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private record Joined(UUID session, HazelcastInstance instance, ITopic<String> topic) {

    boolean isRunningFor(Member self) {
      return session.equals(self.id()) && instance.getLifecycleService().isRunning();
    }
  }

  public Membership membership() {
    return membership;
  }

  public Topics topics() {
    return topics;
  }

  /** Returns whether Hazelcast runs, even if this node is alone. */
  boolean isUp() {
    return joined != null;
  }

  private void send(String envelope) {
    Joined now = joined;
    if (now != null) {
      now.topic().publish(envelope);
    }
  }

  private void keep() {
    try {
      keepRunning();
    } catch (RuntimeException e) {
      LOG.warn("Hazelcast could not be checked and is checked again shortly", e);
    }
  }

  private void keepRunning() {
    Member self = membership.self();
    Joined now = joined;
    if (now != null && now.isRunningFor(self)) {
      look();
      return;
    }
    if (now != null) {
      leave(now);
    }
    if (!closed && System.nanoTime() - againAt >= 0) {
      join(self);
    }
  }

  private void join(Member self) {
    try {
      long begun = System.nanoTime();
      MemberHandshake handshake =
          new MemberHandshake(self, options.group(), GuardedNode.release(), new SecureRandom());
      HazelcastInstance instance =
          GuardedNode.start(HazelcastConfigs.of(self, options), handshake, refusals::tell);
      ITopic<String> topic = instance.getTopic(TOPIC);
      topic.addMessageListener(message -> topics.receive(message.getMessageObject()));
      instance.getCluster().addMembershipListener(new Changes());
      instance.getLifecycleService().addLifecycleListener(this::changed);
      joined = new Joined(self.id(), instance, topic);
      failure = null;
      LOG.info(
          "Nodes of the cluster {} find this one at {}:{} ({} ms)",
          options.group().name(),
          options.host(),
          options.port(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
      look();
    } catch (HazelcastException | IllegalStateException e) {
      againAt = System.nanoTime() + AGAIN_AFTER.toNanos();
      tellOnce(e);
    }
  }

  private void tellOnce(RuntimeException e) {
    String reason = String.valueOf(e.getMessage());
    if (!reason.equals(failure)) {
      failure = reason;
      LOG.error(
          "Hazelcast does not start at {}:{}; this node goes on without seeing the others",
          options.host(),
          options.port(),
          e);
    }
  }

  private void leave(Joined left) {
    joined = null;
    membership.see(Set.of());
    left.instance().shutdown();
  }

  private void look() {
    Joined now = joined;
    if (now == null) {
      return;
    }
    try {
      membership.see(
          now.instance().getCluster().getMembers().stream()
              .map(HazelcastConfigs::read)
              .collect(Collectors.toSet()));
    } catch (HazelcastInstanceNotActiveException e) {
      LOG.debug("Hazelcast has stopped", e);
    }
  }

  private void changed(LifecycleEvent event) {
    if (event.getState() == LifecycleEvent.LifecycleState.MERGED) {
      topics.interrupted();
    }
    soon();
  }

  private void soon() {
    try {
      keeper.execute(this::look);
    } catch (RejectedExecutionException e) {
      LOG.debug("Watching of the members has stopped", e);
    }
  }

  private final class Changes implements MembershipListener {

    @Override
    public void memberAdded(MembershipEvent event) {
      soon();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
      soon();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    topics.close();
    keeper.execute(() -> {
      Joined now = joined;
      if (now != null) {
        leave(now);
      }
    });
    keeper.shutdown();
    try {
      if (!keeper.awaitTermination(MAX_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Hazelcast does not stop; this node goes without it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The members that Hazelcast sees; this node alone while it is down. */
  private static final class HazelcastMembership extends SeenMembership {

    private static final Logger LOG = LoggerFactory.getLogger(HazelcastMembership.class);

    HazelcastMembership(Supplier<Member> self) {
      super(self);
    }

    @Override
    protected void changed(Set<Member> before, Set<Member> now) {
      now.stream()
          .filter(member -> !before.contains(member))
          .forEach(member ->
              LOG.info(
                  "Node {} ({}) is seen at {}", member.name(), member.version(), member.address()));
      before.stream()
          .filter(member -> !now.contains(member))
          .forEach(member -> LOG.info("Node {} is no longer seen", member.name()));
    }
  }
}
