package org.packhouse.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.ledger.Ledger;
import org.packhouse.lab.operation.Done;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.Usage;

class AloneTest {

  private static final Duration REST = Duration.ofMillis(80);

  private final Server server = new Server();
  private final List<String> told = new ArrayList<>();

  @Test
  void booksWhatEachOperationBringsUntilTheServerIsIdle() throws Exception {
    StageRecord record = new Alone(server, server, order(3), 1, journal()).measure(1);
    assertThat(record.ledger().operations()).hasSize(3);
    assertThat(record.ledger().operations())
        .allSatisfy(entry -> {
          assertThat(entry.millis().get(Account.ofThread("x"))).isBetween(29.0, 31.0);
          assertThat(entry.millis().get(Account.DATABASE)).isBetween(4.5, 5.5);
          assertThat(entry.seconds()).isGreaterThanOrEqualTo(0.02);
        });
    assertThat(Ledger.total(record.ledger().later())).isBetween(-1.0, 1.0);
    assertThat(record.server().processorSeconds()).isBetween(0.09, 0.12);
    assertThat(record.figures().operations().getFirst().done()).isEqualTo(3);
    assertThat(told).anyMatch(it -> it.contains("operation 3 of 3"));
  }

  @Test
  void endsWithTheFirstOperationThatFails() throws Exception {
    server.fails = true;
    StageRecord record = new Alone(server, server, order(3), 1, journal()).measure(1);
    assertThat(record.ledger().operations()).hasSize(1);
    assertThat(record.figures().operations().getFirst().failed()).isEqualTo(1);
  }

  @Test
  void takesNothingOffThatIsNotAlwaysThere() {
    Map<String, Double> usual =
        Alone.usual(
            List.of(Map.of("a", 2.0), Map.of("a", 4.0), Map.of("a", 3.0), Map.of("a", 900.0)));
    assertThat(usual).isEqualTo(Map.of("a", 3.0));
  }

  private static StageOrder order(int alone) {
    return new StageOrder(1, new Stage(1, 1, REST, false, alone), false, 1, Duration.ofSeconds(9));
  }

  private Journal journal() {
    return new Journal() {
      @Override
      public void doing(String what) {
        told.add(what);
      }

      @Override
      public void note(String fact) {
        told.add(fact);
      }

      @Override
      public Progress begins(String target, int round, int number, Stage stage) {
        return (_, _) -> {};
      }

      @Override
      public void ended(StageRecord stage) {
        told.add("ended");
      }
    };
  }

  /** One that takes 30 ms of Java code and 5 ms of a database for an operation, and none idle. */
  private static final class Server implements Target, LoadGenerator {

    private static final long MILLI = 1_000_000;

    private long java;
    private long database;
    private boolean fails;

    @Override
    public StageFigures run(StageOrder order, Progress progress) {
      java += 30 * MILLI;
      database += 5 * MILLI;
      Tally tally = new Tally("push");
      if (fails) {
        tally.failed("git push", "refused");
      } else {
        tally.succeeded(new Done(0, 0), MILLI, 1, false);
      }
      return new StageFigures(List.of(tally.figures()), 0.1, 0, null);
    }

    @Override
    public Map<String, Long> accounts() {
      return Map.of(Account.ofThread("x"), java, Account.DATABASE, database);
    }

    @Override
    public String name() {
      return "server";
    }

    @Override
    public void start(List<TestRepository> repositories) {
      // It runs.
    }

    @Override
    public List<Endpoint> endpoints() {
      return List.of();
    }

    @Override
    public Usage usage() {
      return new Usage(java + database, 0, 0, true);
    }

    @Override
    public Map<String, Double> metrics() {
      return Map.of();
    }

    @Override
    public boolean serves(OperationPlan operation) {
      return true;
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }
}
