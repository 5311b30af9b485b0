package org.packhouse.lab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.operation.Operation;
import org.packhouse.lab.operation.ServerProcessor;

/** Runs clients in this process. */
public final class LocalMachine implements ClientMachines {

  private final Parts parts;
  private final Workplace workplace;
  private final Share share;
  private int prepared;

  /** Makes one that bears that share of the load. */
  public LocalMachine(Parts parts, Workplace workplace, Share share) {
    this.parts = parts;
    this.workplace = workplace;
    this.share = share;
  }

  @Override
  public LoadGenerator prepare(Preparation preparation) throws IOException {
    List<TestRepository> repositories = new ArrayList<>();
    for (RepositoryPlan plan : preparation.repositories()) {
      repositories.addAll(parts.repositories(plan, workplace.repositories()));
    }
    List<PlannedOperation> operations = new ArrayList<>();
    try {
      for (OperationPlan plan : preparation.operations()) {
        operations.add(operation(plan, preparation, repositories, operations));
      }
    } catch (IllegalArgumentException e) {
      operations.forEach(it -> it.operation().close());
      throw new IOException(e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      operations.forEach(it -> it.operation().close());
      throw e;
    }
    return new Generator(List.copyOf(operations), share, preparation.processor());
  }

  private PlannedOperation operation(
      OperationPlan plan,
      Preparation preparation,
      List<TestRepository> repositories,
      List<PlannedOperation> before)
      throws IOException {
    prepared++;
    Operation operation =
        parts.operation(
            plan,
            preparation.endpoints(),
            repositories.stream().filter(it -> it.plan().equals(plan.repository())).toList(),
            Files.createDirectories(workplace.scratch().resolve("operation-" + prepared)));
    Link own = plan.link();
    return new PlannedOperation(
        name(operation.name(), plan, before),
        plan,
        own == null ? preparation.link() : own,
        operation);
  }

  /** What is read belongs to a name; two of one name differ in the repository, or in a number. */
  private static String name(String kind, OperationPlan plan, List<PlannedOperation> before) {
    String name = plan.path() == null ? kind : kind + " " + plan.path();
    List<String> taken = before.stream().map(PlannedOperation::name).toList();
    if (!taken.contains(name)) {
      return name;
    }
    String longer = name + " of " + plan.repository();
    String unique = longer;
    for (int number = 2; taken.contains(unique); number++) {
      unique = longer + " (" + number + ")";
    }
    return unique;
  }

  @Override
  public void close() {
    // Each generator is closed by who asked for it.
  }

  private record Generator(
      List<PlannedOperation> operations, Share share, ServerProcessor processor)
      implements LoadGenerator {

    @Override
    public StageFigures run(StageOrder order, Progress progress) throws InterruptedException {
      return new StageExecution(operations, order, share, processor, progress).run();
    }

    @Override
    public void close() {
      operations.forEach(it -> it.operation().close());
    }
  }
}
