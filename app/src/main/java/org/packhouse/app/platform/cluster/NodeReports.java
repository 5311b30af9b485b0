package org.packhouse.app.platform.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.DrainRequested;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.node.SessionEnded;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Writes this node's report every {@link #EVERY} and on state changes, and reads those of all
 * nodes: a node that reaches the database is visible, whichever nodes it reaches. Requests of
 * administrators to a node are written to its row.
 */
@Component
public class NodeReports extends BackgroundThread implements NodeStates {

  static final Duration EVERY = Duration.ofSeconds(5);

  private static final Duration POLL_EVERY = Duration.ofSeconds(1);

  /** Three missing reports. */
  static final Duration LATE_AFTER = EVERY.multipliedBy(3);

  private static final Logger LOG = LoggerFactory.getLogger(NodeReports.class);
  private static final Duration MAX_STOP = Duration.ofSeconds(2);

  /** After the session has begun, before background work. */
  private static final int PHASE = -940;

  private final NodeReportRows rows;
  private final NodeSessions sessions;
  private final NodeMeasurements measurements;
  private final NodeAddress address;
  private final Clock clock;
  private final ApplicationEventPublisher events;
  private final NodeEvents log;
  private final Instant startedAt;
  private volatile NodeState state = NodeState.STARTING;
  private volatile NodeFigures figures = NodeFigures.NONE;
  private @Nullable Duration lastTook;
  private boolean silent;
  private long seenRequests;

  /** The session whose requests were seenRequests; another starts without any. */
  private @Nullable UUID requestsSession;

  NodeReports(
      NodeReportRows rows,
      NodeSessions sessions,
      NodeMeasurements measurements,
      NodeAddress address,
      Clock clock,
      ApplicationEventPublisher events,
      NodeEvents log) {
    super("node-report", PHASE);
    this.rows = rows;
    this.sessions = sessions;
    this.measurements = measurements;
    this.address = address;
    this.clock = clock;
    this.events = events;
    this.log = log;
    this.startedAt = clock.instant();
  }

  public static String version() {
    return Optional.ofNullable(NodeReports.class.getPackage().getImplementationVersion())
        .orElse("a build of its own");
  }

  public NodeReport own() {
    return new NodeReport(
        sessions.current(),
        sessions.name(),
        ReportedState.of(state),
        new NodeReport.Server(version(), ServerBuild.id()),
        address.place(),
        new NodeReport.Times(startedAt, clock.instant(), false),
        figures);
  }

  /**
   * Returns the last report of each expected node, and a fresh one of this node. Late ones are
   * lost.
   */
  public List<NodeReport> all() {
    NodeReport own = own();
    List<NodeReport> all = new ArrayList<>(rows.expected(LATE_AFTER));
    all.removeIf(report -> report.session().equals(own.session()));
    all.add(own);
    Set<String> present =
        all.stream()
            .filter(report -> !report.times().late())
            .map(NodeReport::name)
            .collect(Collectors.toSet());
    all.removeIf(report -> report.times().late() && present.contains(report.name()));
    all.sort(Comparator.comparing(NodeReport::name));
    return List.copyOf(all);
  }

  /** Asks a node to drain or to resume, within seconds. Returns false if it is not known. */
  public boolean ask(String name, boolean draining) {
    return rows.ask(name, draining, LATE_AFTER);
  }

  public enum Removal {
    REMOVED,
    /** It has reported recently, so it stays. */
    PRESENT,
    UNKNOWN
  }

  /** Removes a lost node. */
  public Removal remove(String name) {
    if (all().stream().anyMatch(it -> it.name().equals(name) && !it.times().late())) {
      return Removal.PRESENT;
    }
    if (!rows.remove(name, LATE_AFTER)) {
      return Removal.UNKNOWN;
    }
    log.write(name, "was removed from the nodes that are expected");
    return Removal.REMOVED;
  }

  @Override
  public void announce(NodeState next) {
    state = next;
    var _ =
        soon(() -> {
          report();
          log.write(sessions.name(), described(next));
        });
  }

  private static String described(NodeState state) {
    return switch (state) {
      case ACTIVE -> "serves; version " + version();
      case STOPPING -> "stops";
      default -> "is " + ReportedState.of(state).wireName();
    };
  }

  @EventListener
  void on(SessionEnded ended) {
    log.write(
        ended.node(),
        "was not seen any more: %s has cleared up after it, and all nodes go on with its work"
            .formatted(sessions.name()));
  }

  private void report() {
    try {
      figures = measurements.read(lastTook);
      long begun = System.nanoTime();
      rows.write(own());
      lastTook = Duration.ofNanos(System.nanoTime() - begun);
      silent = false;
    } catch (DataIntegrityViolationException e) {
      LOG.debug("The session has ended; the next one reports", e);
    } catch (RuntimeException e) {
      lastTook = null;
      if (!silent) {
        silent = true;
        LOG.warn("The other nodes see no report of this one until the database accepts it", e);
      }
    }
  }

  private void pollRequest() {
    try {
      UUID session = sessions.current();
      if (!session.equals(requestsSession)) {
        requestsSession = session;
        seenRequests = 0;
      }
      Optional<NodeReportRows.DrainRequest> asked = rows.asked(session);
      if (asked.isPresent()) {
        NodeReportRows.DrainRequest last = asked.get();
        boolean anew = last.count() > seenRequests;
        seenRequests = last.count();
        if (anew) {
          LOG.info("An administrator asks to {}", last.draining() ? "drain" : "go on");
          log.write(
              sessions.name(),
              last.draining() ? "was asked to drain" : "was asked to take new work again");
          events.publishEvent(new DrainRequested(last.draining()));
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("Cannot read the requests made to this node", e);
    }
  }

  @Override
  protected void begin() {
    every(POLL_EVERY, this::pollRequest);
    every(Duration.ZERO, EVERY, this::report);
  }

  /** Waits for the last report, and leaves: a node that stops in order is not lost. */
  @Override
  public void stop() {
    stopWithin(MAX_STOP);
    try {
      rows.leave(sessions.current());
    } catch (DataAccessException e) {
      LOG.warn("The other nodes will consider this one lost: {}", e.getMessage());
    }
  }
}
