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
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds live nodes that are no members of this node's cluster. Both stay correct, but see each
 * other's changes later.
 */
@Component
public class UnseenNodes extends BackgroundThread {

  private static final Logger LOG = LoggerFactory.getLogger(UnseenNodes.class);

  /** The others look every five seconds and send nothing before. */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  /** After this node reports, and sees others. */
  private static final int PHASE = -920;

  private final ClusterPlace place;
  private final SharedDatabase shared;
  private final LivingNodes living;
  private final Membership membership;
  private final NodeSessions sessions;
  private final NodeEvents log;
  private final Clock clock;
  private final UnseenTimes strangers = new UnseenTimes();
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

  /** A node with the time of its last report, by PostgreSQL's clock. */
  public record UnseenNode(String name, String address, Instant heardAt) {}

  /** Returns whether messages to a live node may be lost unnoticed, or that is unknown. */
  public boolean isApart() {
    return apart;
  }

  public List<UnseenNode> all() {
    return unseen;
  }

  private void look() {
    try {
      Instant time = clock.instant();
      List<NodeReport> reports = living.reports();
      List<NodeReport> others = strangers(reports);
      apart = !others.isEmpty() || since.plus(SETTLING).isAfter(time);
      List<UnseenNode> before = unseen;
      List<UnseenNode> now =
          strangers.overdue(others, isStarting(reports), time).stream()
              .map(UnseenNodes::unseen)
              .toList();
      unseen = now;
      tell(before, now, reports, time);
    } catch (RuntimeException e) {
      apart = true;
      LOG.debug("Cannot read which unseen nodes still have a heartbeat", e);
    }
  }

  private void tell(
      List<UnseenNode> before, List<UnseenNode> now, List<NodeReport> reports, Instant time) {
    Set<String> known = names(before);
    for (UnseenNode node : now) {
      if (!known.contains(node.name())) {
        LOG.warn(
            "Node {} ({}) has told the database {} s ago how it is and has not been seen for {} s: is the network between the nodes cut? Both go on",
            node.name(),
            node.address(),
            Math.max(0, Duration.between(node.heardAt(), time).toSeconds()),
            UnseenTimes.JOINING.toSeconds());
        log.write(node.name(), "lives and is not seen by " + sessions.name());
      }
    }
    known.removeAll(names(now));
    for (String name : known) {
      if (reports.stream().anyMatch(report -> report.name().equals(name))) {
        LOG.info("Node {} is seen again", name);
        log.write(name, "is seen again by " + sessions.name());
      } else {
        LOG.warn("Node {}, already unseen, has no heartbeat any longer", name);
        log.write(
            name, "was not seen by %s and is not heard of any more".formatted(sessions.name()));
      }
    }
  }

  private boolean isStarting(List<NodeReport> reports) {
    return reports.stream()
        .filter(report -> report.session().equals(sessions.current()))
        .allMatch(report -> report.state().is(NodeState.STARTING));
  }

  private static Set<String> names(List<UnseenNode> nodes) {
    return nodes.stream().map(UnseenNode::name).collect(Collectors.toCollection(HashSet::new));
  }

  private List<NodeReport> strangers(List<NodeReport> reports) {
    Set<String> seen = membership.members().stream().map(Member::name).collect(Collectors.toSet());
    return reports.stream()
        .filter(report -> !report.session().equals(sessions.current()))
        .filter(report -> !seen.contains(report.name()))
        .toList();
  }

  private static UnseenNode unseen(NodeReport report) {
    return new UnseenNode(report.name(), report.place().authority(), report.times().reportedAt());
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
