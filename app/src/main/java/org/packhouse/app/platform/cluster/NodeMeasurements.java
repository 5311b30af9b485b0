package org.packhouse.app.platform.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cluster.NodeFigures.CacheFigures;
import org.packhouse.app.platform.cluster.NodeFigures.SharedFigures;
import org.packhouse.app.platform.cluster.NodeFigures.TicketFigures;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.packhouse.app.platform.outbox.WorkMeters;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.LoadState;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.packhouse.app.platform.throttle.Tickets;
import org.springframework.stereotype.Component;

/** Collects this node's figures from existing meters. */
@Component
class NodeMeasurements {

  private static final double MILLIS = 1e6;
  private static final Set<String> HITS = Set.of("hit", "joined");

  private final LoadWatch load;
  private final Tickets tickets;
  private final SharedHomeProbe probe;
  private final WorkMeters work;
  private final MeterRegistry meters;

  NodeMeasurements(
      LoadWatch load,
      Tickets tickets,
      SharedHomeProbe probe,
      WorkMeters work,
      MeterRegistry meters) {
    this.load = load;
    this.tickets = tickets;
    this.probe = probe;
    this.work = work;
    this.meters = meters;
  }

  /** Takes the time of the last report, if there was one. */
  NodeFigures read(@Nullable Duration database) {
    LoadState machine = load.state();
    BucketState hosting = tickets.state(Bucket.SCM_HOSTING);
    return new NodeFigures(
        machine.known() ? machine.cpu() : null,
        machine.known() ? machine.memory().available() : null,
        gauge("git.processes.running"),
        new TicketFigures(
            hosting.used(),
            hosting.limit().tickets(),
            hosting.queued(),
            gauge("git.operations.running")),
        cache(),
        new SharedFigures(
            database == null ? null : database.toNanos() / MILLIS,
            probe.lastRound().map(took -> took.toNanos() / MILLIS).orElse(null)),
        work.figures());
  }

  private int gauge(String name) {
    Gauge gauge = meters.find(name).gauge();
    return gauge == null ? 0 : (int) gauge.value();
  }

  private CacheFigures cache() {
    Collection<Counter> requests = meters.find("scm.cache.requests").counters();
    double hits = 0;
    double all = 0;
    for (Counter counter : requests) {
      all += counter.count();
      if (HITS.contains(counter.getId().getTag("outcome"))) {
        hits += counter.count();
      }
    }
    return new CacheFigures((long) hits, (long) all);
  }
}
