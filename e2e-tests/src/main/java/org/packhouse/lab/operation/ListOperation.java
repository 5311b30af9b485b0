package org.packhouse.lab.operation;

import java.io.IOException;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.git.FetchDialog;
import org.packhouse.lab.git.GitConnection;
import org.packhouse.lab.git.Refs;
import org.packhouse.lab.git.Service;

/** Asks which branches and tags there are, as a build agent does that polls. */
final class ListOperation implements Operation {

  private final String name;
  private final OperationPlan plan;
  private final Ways ways;
  private final Repositories repositories;

  ListOperation(String name, OperationPlan plan, Ways ways, Repositories repositories) {
    this.name = name;
    this.plan = plan;
    this.ways = ways;
    this.repositories = repositories;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    TestRepository repository = repositories.draw(turn);
    try (GitConnection connection = ways.git(Service.UPLOAD_PACK, repository.name(), turn)) {
      FetchDialog dialog = FetchDialog.begin(connection, plan.protocol());
      Refs refs = dialog.refs(Goals.CLONE);
      dialog.leave();
      if (refs.all().isEmpty()) {
        throw Goals.empty(repository);
      }
      return new Done(connection.traffic().read(), connection.traffic().written());
    }
  }

  @Override
  public void close() {
    ways.close();
  }
}
