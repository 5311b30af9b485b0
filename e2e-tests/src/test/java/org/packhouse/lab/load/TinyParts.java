package org.packhouse.lab.load;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.operation.Done;
import org.packhouse.lab.operation.Operation;
import org.packhouse.lab.operation.Turn;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.Usage;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** Parts for a tiny server: an operation is one request, which wants ten bytes. */
public final class TinyParts implements Parts {

  private static final int WANTED = 10;

  private final TinyServer server;
  private final CyclicBarrier twins = new CyclicBarrier(2);
  private final List<String> events = new CopyOnWriteArrayList<>();

  /** Parts for that server. */
  public TinyParts(TinyServer server) {
    this.server = server;
  }

  /** What targets were told to do, such as {@code start a}. */
  public List<String> events() {
    return events;
  }

  @Override
  public List<TestRepository> repositories(RepositoryPlan plan, Path directory) throws IOException {
    if (plan.name().equals("cursed")) {
      throw new IOException("it is cursed");
    }
    return List.of(new TestRepository(plan.name(), plan.name(), directory));
  }

  @Override
  public Target target(TargetPlan plan, Path directory) {
    return new TinyTarget(plan.name());
  }

  @Override
  public Operation operation(
      OperationPlan plan,
      List<Endpoint> endpoints,
      List<TestRepository> repositories,
      Path scratch) {
    if (plan.operation().equals("fetch")) {
      throw new IllegalArgumentException("There is no operation \"fetch\" here");
    }
    return new Request(
        plan.operation(),
        Objects.requireNonNull(endpoints.getFirst().http()).resolve("/" + plan.operation()));
  }

  /** The same request each time. */
  record Request(String name, URI uri) implements Operation {

    @Override
    public Done perform(Turn turn) throws IOException {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      if (connection.getResponseCode() != 200) {
        throw new OperationFailedException(
            "HTTP " + connection.getResponseCode(), "it answered " + connection.getResponseCode());
      }
      int length = connection.getInputStream().readAllBytes().length;
      if (length != WANTED) {
        throw new VerificationException("it holds " + length + " bytes, not " + WANTED);
      }
      return new Done(length, 0);
    }

    @Override
    public void close() {
      // Each request is a connection of its own.
    }
  }

  private final class TinyTarget implements Target {

    private final String name;
    private long used;

    TinyTarget(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start(List<TestRepository> repositories) throws IOException {
      events.add("start " + name);
      if (name.equals("lame")) {
        throw new IOException("Port 1 is taken.");
      }
      if (name.equals("endless")) {
        waitForever();
      }
      meetTwin();
    }

    private void waitForever() throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("Interrupted");
      }
    }

    /** Twins do only together what they do. */
    private void meetTwin() {
      if (name.startsWith("twin")) {
        try {
          twins.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
          throw new IllegalStateException(name + " is alone", e);
        }
      }
    }

    @Override
    public void stop() throws IOException {
      if (name.equals("fixed")) {
        Target.super.stop();
      }
      events.add("stop " + name);
    }

    @Override
    public void startAgain() {
      events.add("start again " + name);
    }

    @Override
    public List<Endpoint> endpoints() {
      return name.equals("pair")
          ? List.of(server.endpoint(), server.endpoint())
          : List.of(server.endpoint());
    }

    @Override
    public synchronized Usage usage() {
      used += 1_000_000;
      return new Usage(used, 5 << 20, 3, true);
    }

    @Override
    public Map<String, Double> metrics() {
      return Map.of("requests", (double) server.paths().size(), "constant", 1.0);
    }

    @Override
    public boolean serves(OperationPlan operation) {
      return !operation.operation().equals("page") || !name.equals("git-only");
    }

    @Override
    public void close() {
      meetTwin();
      events.add("close " + name);
    }
  }
}
