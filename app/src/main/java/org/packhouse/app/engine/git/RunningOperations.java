package org.packhouse.app.engine.git;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AuditableChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Operations of Git that this node is at: who clones, fetches and pushes what. A response that lies
 * in a file and that Tomcat sends by itself is none of them any more.
 */
@Component
public class RunningOperations {

  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Clock clock;
  private final AtomicLong lastId = new AtomicLong();
  private final Timer listings;
  private final Map<Long, Running> running = new ConcurrentHashMap<>();

  /**
   * Begins with none; {@code git.operations.running} tells how many there are, {@code git.ls.refs}
   * how often refs were listed, and how fast.
   */
  public RunningOperations(
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Clock clock,
      MeterRegistry meters) {
    Gauge.builder("git.operations.running", running, Map::size)
        .description("Clones, fetches and pushes that this node is at")
        .register(meters);
    this.listings =
        Timer.builder("git.ls.refs")
            .description("Lists of refs that clients of protocol v2 asked for")
            .register(meters);
    this.transaction = transaction;
    this.events = events;
    this.clock = clock;
  }

  /**
   * An operation that runs.
   *
   * @param id this node's own, never used again
   * @param name {@code clone}, {@code push} and so on; of one that has not said what it is, git's
   *     name of the service
   * @param caller as in {@code ada} or {@code access-key:12}; {@code -} for nobody
   * @param repository {@code KEY/slug}
   * @param transport {@code HTTP} or {@code SSH}
   * @param client its address; null if none is known
   */
  public record Operation(
      long id,
      String name,
      String caller,
      String repository,
      String transport,
      @Nullable String client,
      Instant since) {}

  /** Those that run now, the oldest first. */
  public List<Operation> list() {
    return running.values().stream()
        .map(Running::shown)
        .sorted(Comparator.comparingLong(Operation::id))
        .toList();
  }

  /**
   * Ends an operation: its client is cut off, and processes that work for it alone are killed. Asks
   * no permission.
   *
   * @return false if it does not run
   */
  public boolean end(long id) {
    Running found = running.get(id);
    if (found == null) {
      return false;
    }
    Operation ended = found.shown();
    transaction.executeWithoutResult(_ ->
        events.publishEvent(
            new AuditableChange(
                "git.operation-ended",
                ended.repository(),
                Map.of("operation", ended.name(), "caller", ended.caller()))));
    found.exchange.monitor().end("An administrator has ended this operation");
    return true;
  }

  /** Takes an exchange down until what is returned is closed. */
  Running begin(GitExchange exchange) {
    Running begun = new Running(lastId.incrementAndGet(), exchange, clock.instant());
    running.put(begun.id, begun);
    return begun;
  }

  /** An exchange on its way, which hears what the operation turns out to be. */
  final class Running implements GitExchange.Monitor, AutoCloseable {

    private final long id;
    private final GitExchange exchange;
    private final Instant since;
    private volatile String name;

    private Running(long id, GitExchange exchange, Instant since) {
      this.id = id;
      this.exchange = exchange;
      this.since = since;
      this.name = exchange.repository().service().command();
    }

    private Operation shown() {
      return new Operation(
          id,
          name,
          exchange.repository().caller().name(),
          exchange.repository().repository().path(),
          exchange.stateless() ? "HTTP" : "SSH",
          exchange.client() instanceof InetSocketAddress address ? address.getHostString() : null,
          since);
    }

    @Override
    public void operation(String found) {
      name = found;
      exchange.monitor().operation(found);
    }

    @Override
    public void listedRefs(long nanos) {
      listings.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void end(String reason) {
      exchange.monitor().end(reason);
    }

    @Override
    public void close() {
      running.remove(id);
    }
  }
}
