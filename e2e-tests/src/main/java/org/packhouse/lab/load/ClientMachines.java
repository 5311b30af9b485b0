package org.packhouse.lab.load;

import java.io.IOException;
import java.util.List;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.target.Endpoint;

/** The machines that clients run on: in this process, or in workers on other machines. */
public interface ClientMachines extends AutoCloseable {

  /**
   * Facts that clients need to put load on one target.
   *
   * @param target its name
   * @param link what lies between clients and the server unless an operation says otherwise
   * @param processor of the server; clients on other machines do not ask it
   */
  record Preparation(
      String target,
      List<RepositoryPlan> repositories,
      List<OperationPlan> operations,
      List<Endpoint> endpoints,
      Link link,
      ServerProcessor processor) {}

  /** Gets ready for one target. */
  LoadGenerator prepare(Preparation preparation) throws IOException;

  @Override
  void close();
}
