package org.packhouse.app.http;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.node.AccessLog;
import org.packhouse.app.node.LoggedRequest;

/**
 * Stands between Tomcat's protocols (HTTP/1.1 and each stream of HTTP/2) and its servlet engine:
 * the one place that every request passes, malformed ones too. Gives each its id and its line in
 * the access log.
 */
final class ExchangeAdapter implements Adapter {

  private static final String ID_HEADER = "X-AREQUESTID";

  private final Adapter engine;
  private final AccessLog accessLog;

  ExchangeAdapter(Adapter engine, AccessLog accessLog) {
    this.engine = engine;
    this.accessLog = accessLog;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    begin(request, response);
    try {
      engine.service(request, response);
    } finally {
      endUnlessAsync(request, response);
    }
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

  @Override
  public void log(Request request, Response response, long time) {
    if (logged(request) == null && response.getStatus() != 101) {
      begin(request, response);
      end(request, response);
    }
  }

  private void begin(Request request, Response response) {
    request.action(ActionCode.REQ_HOST_ADDR_ATTRIBUTE, null);
    String query = request.queryString().toString();
    String service = GitRequest.service(query);
    String path = String.valueOf(request.requestURI().toString());
    LoggedRequest logged =
        accessLog.begin(
            new AccessLog.Start(
                "https".equals(request.scheme().toString()) ? "https" : "http",
                String.valueOf(request.remoteAddr().toString()),
                request.getMethod()
                    + " "
                    + path
                    + (service == null ? "" : "?service=" + service)
                    + " "
                    + request.protocol(),
                request.getHeader("User-Agent")));
    request.setAttribute(GitHttpService.LOGGED, logged);
    response.setHeader(ID_HEADER, logged.id());
  }

  private static void endUnlessAsync(Request request, Response response) {
    AtomicBoolean async = new AtomicBoolean();
    request.action(ActionCode.ASYNC_IS_ASYNC, async);
    if (!async.get()) {
      end(request, response);
    }
  }

  private static void end(Request request, Response response) {
    LoggedRequest logged = logged(request);
    if (logged != null) {
      String user = response.getMimeHeaders().getHeader("X-AUSERNAME");
      if (user != null) {
        logged.user(user);
      }
      logged.status(response.getStatus());
      logged.bytes(request.getBytesRead(), response.getContentWritten());
      logged.end();
    }
  }

  private static @Nullable LoggedRequest logged(Request request) {
    return (LoggedRequest) request.getAttribute(GitHttpService.LOGGED);
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
