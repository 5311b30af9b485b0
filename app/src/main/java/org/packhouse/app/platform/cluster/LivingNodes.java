package org.packhouse.app.platform.cluster;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Member;
import org.springframework.stereotype.Component;

/** The nodes whose reports are fresh: they live and reach the database. */
@Component
public class LivingNodes {

  private final NodeReportRows rows;

  private final NodeSessions sessions;

  LivingNodes(NodeReportRows rows, NodeSessions sessions) {
    this.rows = rows;
    this.sessions = sessions;
  }

  /** The last report of each, this node's too. */
  List<NodeReport> reports() {
    return rows.all(NodeReports.LATE_AFTER).stream()
        .filter(report -> !report.times().late())
        .toList();
  }

  /** Whether a node beside this one says to load balancers that it takes requests. */
  public boolean othersTakeRequests() {
    return reports().stream()
        .anyMatch(report ->
            !report.session().equals(sessions.current()) && report.state().takesRequests());
  }

  /** Each as a member. */
  public Set<Member> members() {
    return reports().stream().map(LivingNodes::member).collect(Collectors.toSet());
  }

  private static Member member(NodeReport report) {
    return new Member(
        report.session(), report.name(), report.server().version(), report.place().address());
  }
}
