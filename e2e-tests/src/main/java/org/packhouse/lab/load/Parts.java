package org.packhouse.lab.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.operation.Operation;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Target;

/** Makes what an experiment speaks of. */
public interface Parts {

  /** The repositories of a plan, made in a directory that keeps them between runs. */
  List<TestRepository> repositories(RepositoryPlan plan, Path directory) throws IOException;

  /** A server, not started yet. */
  Target target(TargetPlan plan, Path directory) throws IOException;

  /** An operation that is ready for many clients at once. */
  Operation operation(
      OperationPlan plan, List<Endpoint> endpoints, List<TestRepository> repositories, Path scratch)
      throws IOException;
}
