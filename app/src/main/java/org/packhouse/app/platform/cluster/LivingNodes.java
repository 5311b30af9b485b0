package org.packhouse.app.platform.cluster;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Member;
import org.springframework.stereotype.Component;

/** The nodes with fresh reports: they run and reach the database. */
@Component
public class LivingNodes {

  private final NodeReportRows rows;

  private final NodeSessions sessions;

  LivingNodes(NodeReportRows rows, NodeSessions sessions) {
    this.rows = rows;
    this.sessions = sessions;
  }

  List<NodeReport> reports() {
    return rows.all(NodeReports.LATE_AFTER).stream()
        .filter(report -> !report.times().late())
        .toList();
  }

  /** Returns whether another node tells load balancers that it accepts requests. */
  public boolean othersTakeRequests() {
    return reports().stream()
        .anyMatch(report ->
            !report.session().equals(sessions.current()) && report.state().takesRequests());
  }

  public Set<Member> members() {
    return reports().stream().map(LivingNodes::member).collect(Collectors.toSet());
  }

  private static Member member(NodeReport report) {
    return new Member(
        report.session(), report.name(), report.server().version(), report.place().address());
  }
}
