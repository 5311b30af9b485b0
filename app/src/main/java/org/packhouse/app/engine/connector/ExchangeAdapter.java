package org.packhouse.app.engine.connector;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.engine.admission.Exchanges;
import org.packhouse.app.engine.admission.GatedInput;
import org.packhouse.app.engine.admission.Transport;
import org.packhouse.app.platform.node.AccessLog;
import org.packhouse.app.platform.node.LoggedRequest;
import org.packhouse.app.platform.throttle.PeopleWaits;

/**
 * Adapter between Tomcat's protocols (HTTP/1.1 and each stream of HTTP/2) and its servlet engine,
 * which every request passes, malformed ones too. Gives each its id and its line in the access log,
 * and puts {@link GatedInput} before its body.
 */
final class ExchangeAdapter implements Adapter {

  private static final int BUFFERED = 256 * 1024;
  private static final String INFO_REFS = "/info/refs";
  private static final String ID_HEADER = "X-AREQUESTID";
  private static final Transport GONE = (request, reason) -> {};

  private final Adapter engine;
  private final Exchanges exchanges;

  ExchangeAdapter(Adapter engine, Exchanges exchanges) {
    this.engine = engine;
    this.exchanges = exchanges;
  }

  void service(Request request, Response response, Transport transport) throws Exception {
    Exchange exchange = begin(request, response, transport);
    transport.requestBegins(request, exchange::calledOff);
    request.setInputBuffer(exchange.body());
    exchange
        .work()
        .<Exception>run(() -> {
          try {
            engine.service(request, response);
          } finally {
            endUnlessAsync(request, response);
          }
        });
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    throw new IllegalStateException("A request without transport");
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent status)
      throws Exception {
    try {
      return engine.asyncDispatch(request, response, status);
    } finally {
      endUnlessAsync(request, response);
    }
  }

  /** Tomcat calls this to log requests that never reached the servlet engine. */
  @Override
  public void log(Request request, Response response, long time) {
    if (Exchange.of(request) == null && response.getStatus() != 101) {
      end(begin(request, response, GONE), request, response);
    }
  }

  private Exchange begin(Request request, Response response, Transport transport) {
    request.action(ActionCode.REQ_HOST_ADDR_ATTRIBUTE, null);
    String service = Exchange.gitService(request.queryString().toString());
    String action =
        request.getMethod()
            + " "
            + request.requestURI()
            + (service == null ? "" : "?service=" + service)
            + " "
            + request.protocol();
    Exchange exchange =
        exchanges.begin(
            request,
            transport,
            new AccessLog.Start(
                "https".equals(request.scheme().toString()) ? "https" : "http",
                String.valueOf(request.remoteAddr()),
                action,
                request.getHeader("User-Agent")));
    response.setHeader(ID_HEADER, exchange.logged().id());
    return exchange;
  }

  private void endUnlessAsync(Request request, Response response) {
    AtomicBoolean async = new AtomicBoolean();
    request.action(ActionCode.ASYNC_IS_ASYNC, async);
    Exchange exchange = Exchange.of(request);
    if (!async.get() && exchange != null) {
      end(exchange, request, response);
    }
  }

  private void end(Exchange exchange, Request request, Response response) {
    LoggedRequest logged = exchange.logged();
    try {
      String user = exchange.userHeader();
      if (user != null) {
        logged.user(URLDecoder.decode(user, StandardCharsets.UTF_8));
      }
      noteWait(exchange, request, response);
      if (exchange.transport().drainsUnreadBody()) {
        exchange.body().answered();
        UnreadBody.drain(request);
      }
    } finally {
      exchange.body().end();
      exchange.transport().requestEnds(request);
      logged.status(response.getStatus());
      logged.bytes(request.getBytesRead(), response.getContentWritten() + exchange.sentLater());
      exchanges.end(exchange);
    }
  }

  /** Records a person's wait without the client's own slowness: head, body, full socket buffers. */
  private void noteWait(Exchange exchange, Request request, Response response) {
    PeopleWaits.Kind kind = kind(request, response);
    if (kind != null) {
      long end =
          response.getContentWritten() <= BUFFERED
              ? System.nanoTime()
              : response.getCommitTimeNanos();
      exchanges.waited(kind, Duration.ofNanos(Math.max(0, end - exchange.beganNanos())));
    }
  }

  private static PeopleWaits.@Nullable Kind kind(Request request, Response response) {
    if (!"GET".equals(request.getMethod())) {
      return null;
    }
    // Null if the request line was too long to be read.
    String path = Objects.requireNonNullElse(request.requestURI().toString(), "");
    if (path.endsWith(INFO_REFS) && Exchange.gitService(request.queryString().toString()) != null) {
      return response.getStatus() == 200 ? PeopleWaits.Kind.ADVERTISEMENT : null;
    }
    String type = String.valueOf(response.getContentType());
    if (type.startsWith("text/html")) {
      return PeopleWaits.Kind.PAGE;
    }
    return type.startsWith("application/json") && path.contains("/rest/")
        ? PeopleWaits.Kind.REST
        : null;
  }

  @Override
  public boolean prepare(Request request, Response response) throws Exception {
    return engine.prepare(request, response);
  }

  @Override
  public void checkRecycled(Request request, Response response) {
    engine.checkRecycled(request, response);
  }

  @Override
  public String getDomain() {
    return engine.getDomain();
  }
}
