package org.packhouse.app.platform.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;

/**
 * Counts for how long each node that lives has not been seen. A node that starts sees others when
 * it has joined, and one that was killed a moment ago still looks alive: neither tells of a network
 * that is cut. So time counts only while both nodes are past their start and this one looks
 * regularly; a process that has stood still itself begins anew.
 */
final class Strangers {

  /** For so long a node must not have been seen, at every look. */
  static final Duration JOINING = Duration.ofSeconds(30);

  /** Between looks of a process that gets its processor time. */
  private static final Duration MAX_PAUSE = NodeReports.EVERY.multipliedBy(3);

  private final Map<UUID, Instant> since = new HashMap<>();
  private @Nullable Instant lastLook;

  /**
   * Takes note of the nodes that report in the database and are no members of Hazelcast's cluster.
   *
   * @param strangers those nodes
   * @param starting whether this node starts still
   * @return those of them that have had the time to become members
   */
  List<NodeReport> overdue(List<NodeReport> strangers, boolean starting, Instant now) {
    Instant before = lastLook;
    lastLook = now;
    if (starting || (before != null && before.plus(MAX_PAUSE).isBefore(now))) {
      since.clear();
    }
    if (starting) {
      return List.of();
    }
    List<NodeReport> running =
        strangers.stream().filter(report -> !report.state().is(NodeState.STARTING)).toList();
    since.keySet().retainAll(running.stream().map(NodeReport::session).toList());
    return running.stream()
        .filter(
            report -> !since.computeIfAbsent(report.session(), _ -> now).plus(JOINING).isAfter(now))
        .toList();
  }
}
