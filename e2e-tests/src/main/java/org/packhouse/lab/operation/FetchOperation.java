package org.packhouse.lab.operation;

import java.io.IOException;
import java.util.List;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.git.FetchDialog;
import org.packhouse.lab.git.FetchRequest;
import org.packhouse.lab.git.GitConnection;
import org.packhouse.lab.git.PackCheck;
import org.packhouse.lab.git.Refs;
import org.packhouse.lab.git.Service;
import org.packhouse.lab.wire.Traffic;

/** A clone or a fetch. */
final class FetchOperation implements Operation {

  /** One answer in as many is held against its checksum. */
  private static final int CHECKSUM = 8;

  private final String name;
  private final OperationPlan plan;
  private final Ways ways;
  private final Repositories repositories;
  private final Goal goal;
  private final RealGit git;

  FetchOperation(
      String name,
      OperationPlan plan,
      Ways ways,
      Repositories repositories,
      Goal goal,
      RealGit git) {
    this.name = name;
    this.plan = plan;
    this.ways = ways;
    this.repositories = repositories;
    this.goal = goal;
    this.git = git;
  }

  /** The goal of a clone or fetch. */
  interface Goal {

    /** With which the refs begin that are asked for. */
    List<String> prefixes(TestRepository repository);

    /** What to ask for. */
    FetchRequest request(Refs refs, TestRepository repository, Turn turn) throws IOException;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    TestRepository repository = repositories.draw(turn);
    if (turn.sampled()) {
      try (RealGit.Sample sample = git.sample()) {
        Fetched fetched = fetch(repository, turn, sample.pack());
        long begun = System.nanoTime();
        sample.verify(fetched.request(), fetched.shallow(), fetched.objects(), repository);
        Traffic traffic = fetched.traffic();
        return new Done(traffic.read(), traffic.written(), System.nanoTime() - begun);
      }
    }
    Traffic traffic = fetch(repository, turn, check(turn)).traffic();
    return new Done(traffic.read(), traffic.written());
  }

  /** How a response is looked at that real git does not see. */
  static PackCheck check(Turn turn) {
    boolean checked = turn.sampled() || (turn.worker() + turn.number()) % CHECKSUM == 0;
    return checked ? PackCheck.checksum() : PackCheck.header();
  }

  private record Fetched(
      FetchRequest request, List<String> shallow, long objects, Traffic traffic) {}

  private Fetched fetch(TestRepository repository, Turn turn, PackCheck check) throws IOException {
    try (PackCheck pack = check;
        GitConnection connection = ways.git(Service.UPLOAD_PACK, repository.name(), turn)) {
      FetchDialog dialog = FetchDialog.begin(connection, plan.protocol());
      Refs refs = dialog.refs(goal.prefixes(repository));
      FetchRequest request = goal.request(refs, repository, turn);
      List<String> shallow = dialog.fetch(request, pack);
      return new Fetched(request, shallow, pack.end(), connection.traffic());
    }
  }

  @Override
  public void close() {
    ways.close();
  }
}
