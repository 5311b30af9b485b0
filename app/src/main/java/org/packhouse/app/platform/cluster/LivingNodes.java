package org.packhouse.app.platform.cluster;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.cluster.Member;
import org.springframework.stereotype.Component;

/** The nodes whose reports are fresh: they live and reach the database. */
@Component
public class LivingNodes {

  private final NodeReportRows rows;

  LivingNodes(NodeReportRows rows) {
    this.rows = rows;
  }

  /** The last report of each, this node's too. */
  List<NodeReport> reports() {
    return rows.all(NodeReports.LATE_AFTER).stream()
        .filter(report -> !report.times().late())
        .toList();
  }

  /** Each as a member. */
  public Set<Member> members() {
    return reports().stream().map(LivingNodes::member).collect(Collectors.toSet());
  }

  private static Member member(NodeReport report) {
    return new Member(report.session(), report.name(), report.version(), report.place().address());
  }
}
