package org.packhouse.lab.operation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.git.Connector;
import org.packhouse.lab.git.Connectors;
import org.packhouse.lab.git.GitConnection;
import org.packhouse.lab.git.HttpConnector;
import org.packhouse.lab.git.Service;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.target.Endpoint;

/** The ways to a target's nodes, over the transport of a plan; each turn takes one. */
final class Ways implements AutoCloseable {

  private final OperationPlan plan;
  private final List<Connector> connectors;

  private Ways(OperationPlan plan, List<Connector> connectors) {
    this.plan = plan;
    this.connectors = connectors;
  }

  static Ways of(OperationPlan plan, List<Endpoint> endpoints) {
    List<Connector> connectors = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      connectors.add(Connectors.create(plan.transport(), endpoint));
    }
    return new Ways(plan, connectors);
  }

  /** A way to one of the nodes. */
  Connector draw(Turn turn) {
    return connectors.get(connectors.size() == 1 ? 0 : turn.random().nextInt(connectors.size()));
  }

  /**
   * A new conversation with one of the nodes: over HTTP the one where a load balancer that reads
   * addresses sends what is asked of a repository, over SSH any.
   */
  GitConnection git(Service service, String repository, Turn turn) throws IOException {
    Connector way =
        plan.transport().equals("ssh")
            ? draw(turn)
            : connectors.get(Math.floorMod(repository.hashCode(), connectors.size()));
    return way.git(service, repository, plan.protocol(), link(turn));
  }

  /** A way to one of the nodes over HTTP. */
  HttpConnector http(Turn turn) {
    if (draw(turn) instanceof HttpConnector http) {
      return http;
    }
    throw new IllegalArgumentException(
        "The operation %s does not go over %s".formatted(plan.operation(), plan.transport()));
  }

  /** What lies between that worker and the server. */
  Link link(Turn turn) {
    Link own = plan.link();
    return own == null ? turn.link() : own;
  }

  @Override
  public void close() {
    connectors.forEach(Connector::close);
  }
}
