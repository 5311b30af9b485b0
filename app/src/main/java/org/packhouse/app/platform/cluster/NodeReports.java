package org.packhouse.app.platform.cluster;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.DrainAsked;
import org.packhouse.app.platform.node.LocalHost;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.node.SessionEnded;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Writes what this node says of itself, every {@link #EVERY} and at once when its state changes,
 * and reads what all nodes have said: whoever reaches the database is seen, whatever else nodes see
 * of each other. In its row others write what an administrator asks of it.
 */
@Component
public class NodeReports extends BackgroundThread implements NodeStates {

  static final Duration EVERY = Duration.ofSeconds(5);

  private static final Duration HEAR_EVERY = Duration.ofSeconds(1);

  /** Three reports were missed. */
  static final Duration LATE_AFTER = EVERY.multipliedBy(3);

  private static final Logger LOG = LoggerFactory.getLogger(NodeReports.class);
  private static final Duration MAX_STOP = Duration.ofSeconds(2);
  private static final int USUAL_PORT = 7990;

  /** When there is a session, and before anything works in the background. */
  private static final int PHASE = -940;

  private final NodeReportRows rows;
  private final NodeSessions sessions;
  private final NodeMeasurements measurements;
  private final Environment environment;
  private final Clock clock;
  private final ApplicationEventPublisher events;
  private final NodeEvents log;
  private final Instant startedAt;
  private volatile NodeState state = NodeState.STARTING;
  private volatile NodeFigures figures = NodeFigures.NONE;
  private @Nullable Duration lastTook;
  private boolean silent;
  private long heard;

  /** Of which something was heard; another one begins with nothing asked. */
  private @Nullable UUID heardFor;

  NodeReports(
      NodeReportRows rows,
      NodeSessions sessions,
      NodeMeasurements measurements,
      Environment environment,
      Clock clock,
      ApplicationEventPublisher events,
      NodeEvents log) {
    super("node-report", PHASE);
    this.rows = rows;
    this.sessions = sessions;
    this.measurements = measurements;
    this.environment = environment;
    this.clock = clock;
    this.events = events;
    this.log = log;
    this.startedAt = clock.instant();
  }

  /** The version of the server that this is. */
  public static String version() {
    return Optional.ofNullable(NodeReports.class.getPackage().getImplementationVersion())
        .orElse("a build of its own");
  }

  /** What this node says of itself now. */
  public NodeReport own() {
    return new NodeReport(
        sessions.current(),
        sessions.name(),
        ReportedState.of(state),
        version(),
        place(),
        new NodeReport.Times(startedAt, clock.instant(), false),
        figures);
  }

  /** What each node last said whose session has not ended, by name; this one as it is now. */
  public List<NodeReport> all() {
    NodeReport own = own();
    List<NodeReport> all = new ArrayList<>(rows.all(LATE_AFTER));
    all.removeIf(report -> report.session().equals(own.session()));
    all.add(own);
    all.sort(Comparator.comparing(NodeReport::name));
    return List.copyOf(all);
  }

  /**
   * Has a node, this one or another, take no new work, or take it again. It does so within a second
   * or two.
   *
   * @return false if no node of that name was heard of lately
   */
  public boolean ask(String name, boolean draining) {
    return rows.ask(name, draining, LATE_AFTER);
  }

  @Override
  public void announce(NodeState next) {
    state = next;
    var _ =
        soon(() -> {
          report();
          log.write(sessions.name(), told(next));
        });
  }

  private static String told(NodeState state) {
    return switch (state) {
      case ACTIVE -> "serves; version " + version();
      case STOPPING -> "stops";
      default -> "is " + ReportedState.of(state).wireName();
    };
  }

  /** Writes down that this node has cleared up after another. */
  @EventListener
  void on(SessionEnded ended) {
    log.write(
        ended.node(),
        "was not heard of any more: %s has cleared up after it, and all nodes go on with its work"
            .formatted(sessions.name()));
  }

  private NodeReport.Place place() {
    InetAddress host = LocalHost.address();
    int port = environment.getProperty("local.server.port", Integer.class, USUAL_PORT);
    return new NodeReport.Place(host.getHostName(), host.getHostAddress(), port);
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
        LOG.warn("The other nodes are told nothing of this one until the database takes it", e);
      }
    }
  }

  private void hear() {
    try {
      UUID session = sessions.current();
      if (!session.equals(heardFor)) {
        heardFor = session;
        heard = 0;
      }
      Optional<NodeReportRows.Asked> asked = rows.asked(session);
      if (asked.isPresent()) {
        NodeReportRows.Asked last = asked.get();
        boolean anew = last.count() > heard;
        heard = last.count();
        if (anew) {
          LOG.info("An administrator asks to {}", last.draining() ? "drain" : "go on");
          log.write(
              sessions.name(),
              last.draining() ? "was asked to drain" : "was asked to take new work again");
          events.publishEvent(new DrainAsked(last.draining()));
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("It is not known what is asked of this node", e);
    }
  }

  @Override
  protected void begin() {
    every(HEAR_EVERY, this::hear);
    every(Duration.ZERO, EVERY, this::report);
  }

  /** Lets the last state be told. */
  @Override
  public void stop() {
    stopWithin(MAX_STOP);
  }
}
