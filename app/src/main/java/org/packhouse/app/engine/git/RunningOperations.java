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

/** Running Git operations of this node, without files that Tomcat sends by itself. */
@Component
public class RunningOperations {

  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Clock clock;
  private final AtomicLong lastId = new AtomicLong();
  private final Timer listings;
  private final Map<Long, Running> running = new ConcurrentHashMap<>();

  /** Publishes {@code git.operations.running} and the timer {@code git.ls.refs}. */
  public RunningOperations(
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Clock clock,
      MeterRegistry meters) {
    Gauge.builder("git.operations.running", running, Map::size)
        .description("Running clones, fetches and pushes of this node")
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
   * A running operation, by an id of this node that is never reused. The name is git's service
   * while unknown, the caller {@code ada}, {@code access-key:12} or {@code -}, the transport {@code
   * HTTP} or {@code SSH}.
   */
  public record Operation(
      long id,
      String name,
      String caller,
      String repository,
      String transport,
      @Nullable String client,
      Instant since) {}

  /** Returns the running operations, the oldest first. */
  public List<Operation> list() {
    return running.values().stream()
        .map(Running::shown)
        .sorted(Comparator.comparingLong(Operation::id))
        .toList();
  }

  /** Disconnects an operation's client and kills its processes; false if it does not run. */
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

  /** Lists an exchange until the result is closed. */
  Running begin(GitExchange exchange) {
    Running begun = new Running(lastId.incrementAndGet(), exchange, clock.instant());
    running.put(begun.id, begun);
    return begun;
  }

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
