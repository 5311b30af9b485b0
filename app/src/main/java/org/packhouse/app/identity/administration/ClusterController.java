package org.packhouse.app.identity.administration;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.setup.DialectSettings;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the nodes of this server, which are this one. */
@RestController
class ClusterController {

  private static final int USUAL_PORT = 7990;

  private final NodeSessions sessions;
  private final NodeStatus status;
  private final DialectSettings dialect;
  private final Environment environment;

  ClusterController(
      NodeSessions sessions, NodeStatus status, DialectSettings dialect, Environment environment) {
    this.sessions = sessions;
    this.status = status;
    this.dialect = dialect;
    this.environment = environment;
  }

  record Cluster(Node localNode, List<Node> nodes, boolean running) {}

  record Node(String id, String name, Address address, String buildVersion, boolean local) {}

  record Address(String hostName, String address, int port) {}

  @Requires(Permission.SYS_ADMIN)
  @GetMapping(RestPaths.API + "/admin/cluster")
  Cluster get() {
    Address address = address();
    Node self =
        new Node(
            sessions.current().toString(), address.hostName(), address, dialect.version(), true);
    return new Cluster(self, List.of(self), status.state().httpStatus() == 200);
  }

  private Address address() {
    int port = environment.getProperty("local.server.port", Integer.class, USUAL_PORT);
    try {
      InetAddress host = InetAddress.getLocalHost();
      return new Address(host.getHostName(), host.getHostAddress(), port);
    } catch (UnknownHostException e) {
      // A machine whose own name resolves to nothing.
      InetAddress host = InetAddress.getLoopbackAddress();
      return new Address(host.getHostName(), host.getHostAddress(), port);
    }
  }
}
