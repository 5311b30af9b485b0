package org.packhouse.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.packhouse.lab.data.RepositoryFactory;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.load.Parts;
import org.packhouse.lab.operation.Operation;
import org.packhouse.lab.operation.Operations;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.TargetFactory;

/** The lab's own repositories, targets and operations. */
final class LabParts implements Parts {

  private final Clock clock;

  LabParts(Clock clock) {
    this.clock = clock;
  }

  @Override
  public List<TestRepository> repositories(RepositoryPlan plan, Path directory) throws IOException {
    return RepositoryFactory.make(plan, directory);
  }

  @Override
  public Target target(TargetPlan plan, Path directory) throws IOException {
    return TargetFactory.create(plan, directory);
  }

  @Override
  public Operation operation(
      OperationPlan plan, List<Endpoint> endpoints, List<TestRepository> repositories, Path scratch)
      throws IOException {
    return Operations.create(plan, endpoints, repositories, scratch, clock);
  }
}
