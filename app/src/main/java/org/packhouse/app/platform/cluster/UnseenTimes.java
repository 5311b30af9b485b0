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
 * Measures how long each live node has been unseen. A starting node sees no others yet, and a
 * killed one looks alive for a while; neither means a network partition. So time counts only while
 * both nodes are past their start and this one looks regularly.
 */
final class UnseenTimes {

  /** A node must be unseen this long, at every look. */
  static final Duration JOINING = Duration.ofSeconds(30);

  /** A longer gap between looks means that this process stood still. */
  private static final Duration MAX_PAUSE = NodeReports.EVERY.multipliedBy(3);

  private final Map<UUID, Instant> since = new HashMap<>();
  private @Nullable Instant lastLook;

  /** Returns reporting nodes that have had time to join the Hazelcast cluster and are not in it. */
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
