package org.packhouse.app.engine.admission;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.coyote.Request;
import org.packhouse.app.platform.node.AccessLog;
import org.packhouse.app.platform.throttle.PeopleWaits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The exchanges that are running, on all connectors. */
@Component
public final class Exchanges {

  private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);

  private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
  private final AccessLog accessLog;
  private final BodyGate gate;
  private final PeopleWaits waits;

  /** Exchanges that ran at the last look for closed peers; of the one thread that looks. */
  private Set<Exchange> lookedAt = Set.of();

  private final RequestPlaces places = RequestPlaces.ofHeap(Runtime.getRuntime().maxMemory());

  Exchanges(AccessLog accessLog, BodyGate gate, PeopleWaits waits, MeterRegistry meters) {
    this.accessLog = accessLog;
    this.gate = gate;
    this.waits = waits;
    Gauge.builder("http.requests.running", places, RequestPlaces::taken)
        .description("Requests that are being served")
        .register(meters);
    FunctionCounter.builder("http.requests.refused", places, RequestPlaces::refused)
        .description("Requests for which there was no room, since the start")
        .register(meters);
  }

  public Exchange begin(Request request, Transport transport, AccessLog.Start start) {
    Exchange exchange = new Exchange(request, transport, accessLog.begin(start), gate);
    running.add(exchange);
    return exchange;
  }

  /** Admits a request, if the server has room for one more of its network. */
  boolean admit(Exchange exchange, String network) {
    RequestPlaces.Place place =
        places.take(
            network,
            () -> {
              exchange.calledOff();
              exchange.cutOff("the server is full, and most of its requests come from " + network);
            });
    if (place != null) {
      exchange.placed(place);
    }
    return place != null;
  }

  public void end(Exchange exchange) {
    exchange.ended();
    if (running.remove(exchange)) {
      RequestPlaces.Place place = exchange.place();
      if (place != null) {
        places.giveBack(place);
      }
      exchange.logged().end();
    }
  }

  public void waited(PeopleWaits.Kind kind, Duration wait) {
    waits.waited(kind, wait);
  }

  public int running() {
    return running.size();
  }

  /** Cuts off exchanges that run for longer, but for stored responses that are being sent. */
  void abortLongerThan(Duration time, String reason) {
    long now = System.nanoTime();
    for (Exchange exchange : running) {
      if (now - exchange.beganNanos() > time.toNanos() && !exchange.sendsFiles()) {
        exchange.cutOff(reason);
      }
    }
  }

  /** Cuts off all exchanges, and returns their number. */
  public int abortAll(String reason) {
    int aborted = 0;
    for (Exchange exchange : running) {
      exchange.cutOff(reason);
      aborted++;
    }
    return aborted;
  }

  void abortSlowerThan(ResponsePace slowest) {
    long now = System.nanoTime();
    for (Exchange exchange : running) {
      if (exchange.isTooSlow(slowest, now)) {
        exchange.cutOff("its client takes less than " + slowest);
      }
    }
  }

  /**
   * Ends exchanges that serve only a client which has gone. A look reads a line of the kernel's
   * tables for each connection of the machine, so only exchanges of the previous look are checked.
   */
  void endAbandoned(Supplier<Set<ClosedPeers.Connection>> closedPeers) {
    Set<Exchange> now =
        running.stream().filter(Exchange::endsWithClient).collect(Collectors.toSet());
    List<Exchange> concerned = now.stream().filter(lookedAt::contains).toList();
    lookedAt = now;
    if (!concerned.isEmpty()) {
      Set<ClosedPeers.Connection> closed = closedPeers.get();
      for (Exchange exchange : concerned) {
        if (exchange.isAbandoned(closed) && exchange.abortSoon("its client has gone")) {
          LOG.debug("Request {} ends: its client has gone", exchange.logged().id());
        }
      }
    }
  }
}
