package org.packhouse.lab.operation;

import java.io.IOException;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.HttpConnector;
import org.packhouse.lab.wire.Traffic;

/** GET of something, which the server must answer with what it is supposed to be. */
final class GetOperation implements Operation {

  private final String name;
  private final Ways ways;
  private final Repositories repositories;
  private final Kind kind;

  GetOperation(String name, Ways ways, Repositories repositories, Kind kind) {
    this.name = name;
    this.ways = ways;
    this.repositories = repositories;
    this.kind = kind;
  }

  /** The kind of page that is asked for. */
  interface Kind {

    /** Does it once. */
    Traffic get(HttpConnector connector, TestRepository repository, Turn turn) throws IOException;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    TestRepository repository = repositories.draw(turn);
    Traffic traffic = kind.get(ways.http(turn), repository, turn);
    return new Done(traffic.read(), traffic.written());
  }

  @Override
  public void close() {
    ways.close();
  }
}
