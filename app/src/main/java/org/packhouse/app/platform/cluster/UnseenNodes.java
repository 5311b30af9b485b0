package org.packhouse.app.platform.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Nodes that live, as their reports in the database show, and are no members of the cluster as this
 * one sees it: the network between them is cut, or they were not let in. Both go on and are right;
 * what one changes shows on the other a little later.
 */
@Component
public class UnseenNodes implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(UnseenNodes.class);

  /** A node that has just started is given time to join. */
  private static final Duration JOINING = Duration.ofSeconds(15);

  /** After this node writes that it is there, and sees others. */
  private static final int PHASE = -920;

  private final ClusterPlace place;
  private final LivingNodes living;
  private final Membership membership;
  private final NodeSessions sessions;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("unseen-nodes").factory());
  private volatile List<UnseenNode> unseen = List.of();
  private volatile Instant since = Instant.MAX;
  private volatile boolean running;

  UnseenNodes(
      ClusterPlace place,
      LivingNodes living,
      Membership membership,
      NodeSessions sessions,
      Clock clock) {
    this.place = place;
    this.living = living;
    this.membership = membership;
    this.sessions = sessions;
    this.clock = clock;
  }

  /**
   * A node that is not seen.
   *
   * @param heardAt when it wrote its last report, by PostgreSQL's clock
   */
  public record UnseenNode(String name, String address, Instant heardAt) {}

  /** Those that are not seen now, by name. */
  public List<UnseenNode> all() {
    return unseen;
  }

  private void look() {
    try {
      Set<String> before = names(unseen);
      List<UnseenNode> now = find();
      unseen = now;
      Instant time = clock.instant();
      for (UnseenNode node : now) {
        if (!before.contains(node.name())) {
          LOG.warn(
              "Node {} ({}) has a heartbeat {} s old and is not seen: is the network between the nodes cut? Both go on",
              node.name(),
              node.address(),
              Math.max(0, Duration.between(node.heardAt(), time).toSeconds()));
        }
      }
      before.removeAll(names(now));
      before.forEach(name -> LOG.info("Node {} is no longer one that lives unseen", name));
    } catch (RuntimeException e) {
      LOG.debug("It is not known which nodes live unseen", e);
    }
  }

  private static Set<String> names(List<UnseenNode> nodes) {
    return nodes.stream().map(UnseenNode::name).collect(Collectors.toCollection(HashSet::new));
  }

  private List<UnseenNode> find() {
    Set<String> seen = membership.members().stream().map(Member::name).collect(Collectors.toSet());
    Instant joined = clock.instant().minus(JOINING);
    if (since.isAfter(joined)) {
      return List.of();
    }
    return living.reports().stream()
        .filter(report -> !report.session().equals(sessions.current()))
        .filter(report -> !seen.contains(report.name()))
        .filter(report -> report.times().startedAt().isBefore(joined))
        .map(report ->
            new UnseenNode(
                report.name(),
                report.place().hostName() + ":" + report.place().port(),
                report.times().reportedAt()))
        .toList();
  }

  @Override
  public void start() {
    running = true;
    since = clock.instant();
    if (!place.isTaken()) {
      return;
    }
    long every = NodeReports.EVERY.toMillis();
    var _ = thread.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    running = false;
    thread.shutdownNow();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
