package org.packhouse.app.platform.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.platform.database.SharedDatabase;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Nodes that live, as their reports in the database show, and are no members of the cluster as this
 * one sees it: the network between them is cut, or they were not let in. Both go on and are right;
 * what one changes shows on the other a little later.
 */
@Component
public class UnseenNodes extends BackgroundThread {

  private static final Logger LOG = LoggerFactory.getLogger(UnseenNodes.class);

  /** A node that has just started is given time to join. */
  private static final Duration JOINING = Duration.ofSeconds(30);

  /** The others look for this one every five seconds, and tell it nothing before. */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  /** After this node writes that it is there, and sees others. */
  private static final int PHASE = -920;

  private final ClusterPlace place;
  private final SharedDatabase shared;
  private final LivingNodes living;
  private final Membership membership;
  private final NodeSessions sessions;
  private final NodeEvents log;
  private final Clock clock;
  private volatile List<UnseenNode> unseen = List.of();
  private volatile Instant since = Instant.MAX;
  private volatile boolean apart = true;

  UnseenNodes(
      ClusterPlace place,
      SharedDatabase shared,
      LivingNodes living,
      Membership membership,
      NodeSessions sessions,
      NodeEvents log,
      Clock clock) {
    super("unseen-nodes", PHASE);
    this.place = place;
    this.shared = shared;
    this.living = living;
    this.membership = membership;
    this.sessions = sessions;
    this.log = log;
    this.clock = clock;
  }

  /**
   * A node that is not seen.
   *
   * @param heardAt when it wrote its last report, by PostgreSQL's clock
   */
  public record UnseenNode(String name, String address, Instant heardAt) {}

  /**
   * Whether messages between this node and one that lives may get lost without anybody noticing
   * soon: they do not see each other, or it is not known yet whether they do.
   */
  public boolean isApart() {
    return apart;
  }

  /** Those that are not seen now, by name. */
  public List<UnseenNode> all() {
    return unseen;
  }

  private void look() {
    try {
      Set<String> before = names(unseen);
      Instant time = clock.instant();
      List<NodeReport> strangers = strangers();
      apart = !strangers.isEmpty() || since.plus(SETTLING).isAfter(time);
      List<UnseenNode> now = since.plus(JOINING).isAfter(time) ? List.of() : unseen(strangers);
      unseen = now;
      for (UnseenNode node : now) {
        if (!before.contains(node.name())) {
          LOG.warn(
              "Node {} ({}) has a heartbeat {} s old and is not seen: is the network between the nodes cut? Both go on",
              node.name(),
              node.address(),
              Math.max(0, Duration.between(node.heardAt(), time).toSeconds()));
          log.write(node.name(), "lives and is not seen by " + sessions.name());
        }
      }
      before.removeAll(names(now));
      before.forEach(name -> {
        LOG.info("Node {} is no longer one that lives unseen", name);
        log.write(name, "is no longer one that lives unseen by " + sessions.name());
      });
    } catch (RuntimeException e) {
      apart = true;
      LOG.debug("It is not known which nodes live unseen", e);
    }
  }

  private static Set<String> names(List<UnseenNode> nodes) {
    return nodes.stream().map(UnseenNode::name).collect(Collectors.toCollection(HashSet::new));
  }

  private List<NodeReport> strangers() {
    Set<String> seen = membership.members().stream().map(Member::name).collect(Collectors.toSet());
    return living.reports().stream()
        .filter(report -> !report.session().equals(sessions.current()))
        .filter(report -> !seen.contains(report.name()))
        .toList();
  }

  private List<UnseenNode> unseen(List<NodeReport> strangers) {
    Instant joined = clock.instant().minus(JOINING);
    return strangers.stream()
        .filter(report -> report.times().startedAt().isBefore(joined))
        .map(report ->
            new UnseenNode(report.name(), report.place().authority(), report.times().reportedAt()))
        .toList();
  }

  @Override
  protected void begin() {
    since = clock.instant();
    if (!place.isTaken() && !shared.given()) {
      apart = false;
      return;
    }
    every(NodeReports.EVERY, this::look);
  }
}
