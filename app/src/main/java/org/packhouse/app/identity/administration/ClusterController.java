package org.packhouse.app.identity.administration;

import java.net.InetAddress;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.setup.DialectSettings;
import org.packhouse.app.platform.node.LocalHost;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the nodes of this server, which are this one. */
@RestController
class ClusterController {

  private static final int USUAL_PORT = 7990;

  private final Membership members;
  private final NodeStates states;
  private final DialectSettings dialect;
  private final Environment environment;

  ClusterController(
      Membership members, NodeStates states, DialectSettings dialect, Environment environment) {
    this.members = members;
    this.states = states;
    this.dialect = dialect;
    this.environment = environment;
  }

  record Cluster(Node localNode, List<Node> nodes, boolean running) {}

  record Node(String id, String name, Address address, String buildVersion, boolean local) {}

  record Address(String hostName, String address, int port) {}

  @Requires(Permission.SYS_ADMIN)
  @GetMapping(RestPaths.API + "/admin/cluster")
  Cluster get() {
    Member self = members.self();
    Node node = new Node(self.id().toString(), self.name(), address(), dialect.version(), true);
    NodeState state = states.all().getOrDefault(self, NodeState.STARTING);
    return new Cluster(node, List.of(node), state.httpStatus() == 200);
  }

  private Address address() {
    int port = environment.getProperty("local.server.port", Integer.class, USUAL_PORT);
    InetAddress host = LocalHost.address();
    return new Address(host.getHostName(), host.getHostAddress(), port);
  }
}
