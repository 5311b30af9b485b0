package org.packhouse.app.engine.admission;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.coyote.Request;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.FairSemaphore;
import org.packhouse.app.platform.database.InterruptibleWork;
import org.packhouse.app.platform.node.LoggedRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request on its way through the server, on any protocol. */
public final class Exchange {

  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String ATTRIBUTE = Exchange.class.getName();

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final Transport transport;
  private final LoggedRequest logged;
  private final long beganNanos = System.nanoTime();
  private final AtomicReference<@Nullable Request> request;
  private final GatedInput body;
  private final InterruptibleWork work = new InterruptibleWork();
  private final ResponsePace.Measure pace = new ResponsePace.Measure();
  private volatile boolean trusted;
  private volatile boolean wide;
  private volatile boolean forClient;
  private volatile long sentLater;
  private volatile boolean calledOff;
  private volatile FairSemaphore.@Nullable Permit turn;
  private volatile RequestPlaces.@Nullable Place place;
  private final AtomicBoolean beingAborted = new AtomicBoolean();

  Exchange(Request request, Transport transport, LoggedRequest logged, BodyGate gate) {
    this.request = new AtomicReference<>(request);
    this.transport = transport;
    this.logged = logged;
    this.body = new GatedInput(request, this, gate);
    request.setAttribute(ATTRIBUTE, this);
  }

  public static Exchange of(HttpServletRequest request) {
    return (Exchange) request.getAttribute(ATTRIBUTE);
  }

  public static @Nullable Exchange of(Request request) {
    return (Exchange) request.getAttribute(ATTRIBUTE);
  }

  /** Returns {@code service} of the query of {@code info/refs}; null for the dumb protocol. */
  public static @Nullable String gitService(@Nullable String query) {
    if (query == null) {
      return null;
    }
    for (String parameter : query.split("&", -1)) {
      if (parameter.startsWith("service=")) {
        return parameter.substring("service=".length());
      }
    }
    return null;
  }

  public Transport transport() {
    return transport;
  }

  public LoggedRequest logged() {
    return logged;
  }

  public InterruptibleWork work() {
    return work;
  }

  /** Returns the {@link System#nanoTime} at which the request's head was complete. */
  public long beganNanos() {
    return beganNanos;
  }

  /**
   * Notes that the client waits no more. A request that only reads, or whose caller is not yet
   * known, ends at its next wait for the database; a push or another change is completed.
   */
  public void calledOff() {
    Request running = request.get();
    if (running != null && (READING.contains(running.getMethod()) || !trusted())) {
      calledOff = true;
      work.callOff();
    }
  }

  boolean isCalledOff() {
    return calledOff;
  }

  void begins(FairSemaphore.Permit granted) {
    turn = granted;
  }

  /** Gives up the turn: from here on the request waits for others, and the next one may begin. */
  public void releaseTurn() {
    FairSemaphore.Permit granted = turn;
    if (granted != null) {
      granted.close();
    }
  }

  void placed(RequestPlaces.Place taken) {
    place = taken;
  }

  RequestPlaces.@Nullable Place place() {
    return place;
  }

  public GatedInput body() {
    return body;
  }

  public void trust() {
    trusted = true;
  }

  boolean trusted() {
    return trusted || userHeader() != null;
  }

  @Nullable public String userHeader() {
    Request running = request.get();
    return running == null ? null : running.getResponse().getMimeHeaders().getHeader("X-AUSERNAME");
  }

  /** Notes how many bytes of the response Tomcat sends when the request has ended. */
  public void sentLater(long bytes) {
    sentLater = bytes;
  }

  public long sentLater() {
    return sentLater;
  }

  /** Announces a long body, for which the receive window may be widened. */
  public void expectLongBody() {
    wide = true;
  }

  /** Marks the exchange as of use to its client alone: it ends when the client has gone. */
  public void endWithClient() {
    forClient = true;
  }

  boolean isAbandoned(Set<ClosedPeers.Connection> closed) {
    Request running = request.get();
    return forClient && running != null && transport.isClientGone(running, closed);
  }

  boolean endsWithClient() {
    return forClient;
  }

  boolean expectsLongBody() {
    return wide;
  }

  public void cutOff(String reason) {
    if (abortSoon(reason)) {
      LOG.warn("Request {} is cut off: {}", logged.id(), reason);
    }
  }

  /** Cuts the exchange off in another thread, as HTTP/2 may block; false if that is under way. */
  boolean abortSoon(String reason) {
    boolean begun = beingAborted.compareAndSet(false, true);
    if (begun) {
      Thread.ofVirtual().name("http-abort").start(() -> tryAbort(reason));
    }
    return begun;
  }

  private void tryAbort(String reason) {
    try {
      abort(reason);
    } catch (IOException | RuntimeException e) {
      LOG.debug("Request {} was gone already", logged.id(), e);
    } finally {
      beingAborted.set(false);
    }
  }

  boolean sendsFiles() {
    return transport.sentBeside() > 0;
  }

  boolean isTooSlow(ResponsePace slowest, long now) {
    Request running = request.get();
    return running != null
        && pace.isTooSlow(
            slowest,
            transport.isStalled(running),
            running.getResponse().getContentWritten() + transport.sentBeside(),
            now);
  }

  /**
   * Cuts the exchange off; does nothing once it has ended. A thread that waits for the client or a
   * child process is interrupted; one that waits for the database is not.
   */
  synchronized void abort(String reason) throws IOException {
    Request running = request.get();
    if (running != null) {
      try {
        transport.abort(running, reason);
      } finally {
        work.interrupt();
      }
    }
  }

  synchronized void ended() {
    request.set(null);
  }
}
