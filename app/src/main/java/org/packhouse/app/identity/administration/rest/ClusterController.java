package org.packhouse.app.identity.administration.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.setup.DialectSettings;
import org.packhouse.app.platform.cluster.NodeReport;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.cluster.UnseenNodes;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the nodes of the cluster, as each last reported. */
@RestController
class ClusterController {

  private final NodeReports reports;
  private final UnseenNodes unseen;
  private final DialectSettings dialect;

  ClusterController(NodeReports reports, UnseenNodes unseen, DialectSettings dialect) {
    this.reports = reports;
    this.unseen = unseen;
    this.dialect = dialect;
  }

  /** The nodes; present ones reported lately. */
  record Cluster(
      Node localNode, List<Node> nodes, boolean running, int expectedNodes, int presentNodes) {}

  /**
   * A node.
   *
   * @param buildVersion the version of the dialect
   * @param seen whether it reported lately, and the answering node can reach it
   */
  record Node(
      String id,
      String name,
      Address address,
      String buildVersion,
      boolean local,
      boolean seen,
      @JsonUnwrapped Report report) {}

  /**
   * The last report of a node.
   *
   * @param build the commit or a checksum; absent: unknown
   * @param operations running clones, fetches and pushes; absent: unknown
   * @param mayBeStopped whether it is drained
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Report(
      String state,
      String version,
      @Nullable String build,
      long startedDate,
      long lastHeardDate,
      @Nullable Integer operations,
      boolean mayBeStopped) {

    static Report of(NodeReport it) {
      String build = it.server().build();
      OptionalInt operations = it.operations();
      return new Report(
          it.shownState(),
          it.server().version(),
          build.isEmpty() ? null : build,
          it.times().startedAt().toEpochMilli(),
          it.times().reportedAt().toEpochMilli(),
          operations.isPresent() ? operations.getAsInt() : null,
          it.mayBeStopped());
    }
  }

  record Address(String hostName, String address, int port) {}

  @Requires(Permission.SYS_ADMIN)
  @GetMapping(RestPaths.API + "/admin/cluster")
  Cluster get() {
    NodeReport own = reports.own();
    List<NodeReport> all = reports.all();
    List<Node> nodes = all.stream().map(report -> node(report, own.session())).toList();
    int present = (int) all.stream().filter(it -> !it.times().late()).count();
    return new Cluster(
        node(own, own.session()), nodes, own.state().takesRequests(), all.size(), present);
  }

  private Node node(NodeReport report, UUID own) {
    NodeReport.Place place = report.place();
    boolean reachable = unseen.all().stream().noneMatch(it -> it.name().equals(report.name()));
    return new Node(
        report.session().toString(),
        report.name(),
        new Address(place.hostName(), place.address(), place.port()),
        dialect.version(),
        report.session().equals(own),
        !report.times().late() && reachable,
        Report.of(report));
  }
}
