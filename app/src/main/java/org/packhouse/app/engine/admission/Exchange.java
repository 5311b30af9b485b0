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

  /** The exchange that a servlet serves. */
  public static Exchange of(HttpServletRequest request) {
    return (Exchange) request.getAttribute(ATTRIBUTE);
  }

  public static @Nullable Exchange of(Request request) {
    return (Exchange) request.getAttribute(ATTRIBUTE);
  }

  /**
   * The value of {@code service} in the query of {@code info/refs}; null if there is none: a client
   * of the dumb protocol.
   */
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

  /** The connection or stream that it came on. */
  public Transport transport() {
    return transport;
  }

  /** Its line in the access log. */
  public LoggedRequest logged() {
    return logged;
  }

  /** What a thread does for it now. */
  public InterruptibleWork work() {
    return work;
  }

  /** The {@link System#nanoTime} at which its head was complete. */
  public long beganNanos() {
    return beganNanos;
  }

  /**
   * Its client waits no more. What only reads, or does not know yet for whom it is, ends when it
   * would next wait for the database; a push or another change that is under way is brought to its
   * end.
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

  /** Its turn to work has come. */
  void begins(FairSemaphore.Permit granted) {
    turn = granted;
  }

  /** From here on it waits for others rather than works: the next request may begin. */
  public void waitsForOthers() {
    FairSemaphore.Permit granted = turn;
    if (granted != null) {
      granted.close();
    }
  }

  /** It was let in. */
  void placed(RequestPlaces.Place taken) {
    place = taken;
  }

  /** The place that it has; null: it was not let in. */
  RequestPlaces.@Nullable Place place() {
    return place;
  }

  /** The body, behind the gate. */
  public GatedInput body() {
    return body;
  }

  /** The client has shown who it is: its body is read at its own pace. */
  public void trust() {
    trusted = true;
  }

  boolean trusted() {
    return trusted || userHeader() != null;
  }

  /** What REST and pages write when they have signed the client in. */
  @Nullable public String userHeader() {
    Request running = request.get();
    return running == null ? null : running.getResponse().getMimeHeaders().getHeader("X-AUSERNAME");
  }

  /** So many bytes of the response will be sent when the request has ended. */
  public void sentLater(long bytes) {
    sentLater = bytes;
  }

  /** Bytes that are sent when the request has ended. */
  public long sentLater() {
    return sentLater;
  }

  /** A long body is coming that is worth memory. */
  public void expectLongBody() {
    wide = true;
  }

  /** Nobody but its client has a use for it: it is to end when that has gone. */
  public void endWithClient() {
    forClient = true;
  }

  /** Whether it is to end because its client has gone. */
  boolean isForNobody(Set<ClosedPeers.Connection> closed) {
    Request running = request.get();
    return forClient && running != null && transport.gone(running, closed);
  }

  boolean endsWithClient() {
    return forClient;
  }

  boolean expectsLongBody() {
    return wide;
  }

  /** Has the exchange cut off, unless that is under way. */
  public void cutOff(String reason) {
    if (abortSoon(reason)) {
      LOG.warn("Request {} is cut off: {}", logged.id(), reason);
    }
  }

  /**
   * Has the exchange cut off by a thread of its own: a connection of HTTP/2 that takes nothing
   * would hold up whoever tells it about the end.
   *
   * @return false if that is under way
   */
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

  /** Whether files are its response, of which some has been sent. */
  boolean sendsFiles() {
    return transport.sentBeside() > 0;
  }

  /** Whether its client takes the response more slowly than any may; asked at short intervals. */
  boolean isTooSlow(ResponsePace slowest, long now) {
    Request running = request.get();
    return running != null
        && pace.isTooSlow(
            slowest,
            transport.stalled(running),
            running.getResponse().getContentWritten() + transport.sentBeside(),
            now);
  }

  /**
   * Cuts the exchange off; does nothing once it has ended. Whoever waits for the client or for a
   * child process is woken, by an interrupt, and finds the connection gone; whoever waits for the
   * database is not.
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
