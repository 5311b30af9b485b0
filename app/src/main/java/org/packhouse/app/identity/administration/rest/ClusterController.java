package org.packhouse.app.identity.administration.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
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
   * @param build the commit or a checksum; absent: unknown
   * @param operations running clones, fetches and pushes; absent: unknown
   * @param mayBeStopped whether it is drained
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Node(
      String id,
      String name,
      Address address,
      String buildVersion,
      boolean local,
      boolean seen,
      String state,
      String version,
      @Nullable String build,
      long startedDate,
      long lastHeardDate,
      @Nullable Integer operations,
      boolean mayBeStopped) {}

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
    return new NodeBuilder(report)
        .buildVersion(dialect.version())
        .local(report.session().equals(own))
        .seen(
            !report.times().late()
                && unseen.all().stream().noneMatch(it -> it.name().equals(report.name())))
        .build();
  }

  private static final class NodeBuilder {

    private final NodeReport report;
    private String buildVersion = "";
    private boolean local;
    private boolean seen;

    NodeBuilder(NodeReport report) {
      this.report = report;
    }

    NodeBuilder buildVersion(String version) {
      buildVersion = version;
      return this;
    }

    NodeBuilder local(boolean answers) {
      local = answers;
      return this;
    }

    NodeBuilder seen(boolean isSeen) {
      seen = isSeen;
      return this;
    }

    Node build() {
      NodeReport.Place place = report.place();
      String build = report.server().build();
      OptionalInt operations = report.operations();
      return new Node(
          report.session().toString(),
          report.name(),
          new Address(place.hostName(), place.address(), place.port()),
          buildVersion,
          local,
          seen,
          report.shownState(),
          report.server().version(),
          build.isEmpty() ? null : build,
          report.times().startedAt().toEpochMilli(),
          report.times().reportedAt().toEpochMilli(),
          operations.isPresent() ? operations.getAsInt() : null,
          report.mayBeStopped());
    }
  }
}
