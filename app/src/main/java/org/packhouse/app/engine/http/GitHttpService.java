package org.packhouse.app.engine.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.BodyRefusedException;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.engine.admission.HttpRefusal;
import org.packhouse.app.engine.git.ClientGoneException;
import org.packhouse.app.engine.git.GitAccess;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitRefusedException;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.GitWire;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.ratelimit.RateLimitExceededException;
import org.packhouse.app.identity.ratelimit.RateLimiter;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.AuthorizationHeader;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.rest.CountedInput;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Component;

/** Serves one request of Git's smart HTTP protocol. */
@Component
final class GitHttpService {

  private static final int BUFFER = 8 * 1024;

  /** Bytes of a fetch request once inflated; git compresses no other request. */
  private static final long MAX_FETCH_LENGTH = 64L * 1024 * 1024;

  private final GitAccess access;
  private final GitWire wire;
  private final RateLimiter limiter;
  private final NodeStatus node;

  GitHttpService(GitAccess access, GitWire wire, RateLimiter limiter, NodeStatus node) {
    this.access = access;
    this.wire = wire;
    this.limiter = limiter;
    this.node = node;
  }

  @Nullable HttpRefusal advertise(
      GitRequest named,
      GitService service,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, GitRefusedException {
    Opened opened = open(named, service, request);
    if (opened.repository() == null) {
      return opened.refusal();
    }
    GitExchange exchange =
        exchange(opened.repository(), request, response, InputStream.nullInputStream());
    reply(response, "application/x-" + service.command() + "-advertisement");
    if (exchange.protocol() != ProtocolVersion.V2 || service == GitService.RECEIVE_PACK) {
      writeServiceLine(service, response.getOutputStream());
    }
    Exchange.of(request).logged().operation("refs");
    wire.advertise(exchange);
    return null;
  }

  @Nullable HttpRefusal exchange(
      GitRequest named,
      GitService service,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, GitRefusedException {
    String type = "application/x-" + service.command() + "-request";
    if (!type.equals(request.getContentType())) {
      return HttpRefusal.of(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "The content type must be " + type + ".");
    }
    Opened opened = open(named, service, request);
    if (opened.repository() == null) {
      return opened.refusal();
    }
    Exchange.of(request).body().enter();
    InputStream body = body(request, service);
    if (body == null) {
      return HttpRefusal.of(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
          "The content encoding must be gzip or none.");
    }
    GitExchange exchange = exchange(opened.repository(), request, response, new ClientInput(body));
    reply(response, "application/x-" + service.command() + "-result");
    if (service == GitService.UPLOAD_PACK) {
      Exchange.of(request).endWithClient();
      wire.uploadPack(exchange);
    } else {
      wire.receivePack(exchange);
    }
    return null;
  }

  /** Returns the body, gunzipped if need be; null if it has another encoding. */
  private static @Nullable InputStream body(HttpServletRequest request, GitService service)
      throws IOException {
    InputStream body = request.getInputStream();
    String encoding = request.getHeader("Content-Encoding");
    if (encoding == null || encoding.equalsIgnoreCase("identity")) {
      return body;
    }
    if (!encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("x-gzip")) {
      return null;
    }
    InputStream inflated = new GZIPInputStream(body, BUFFER);
    return service == GitService.UPLOAD_PACK ? new InflatedFetch(inflated) : inflated;
  }

  private static final class InflatedFetch extends CountedInput {

    private long left = MAX_FETCH_LENGTH;

    InflatedFetch(InputStream in) {
      super(in);
    }

    @Override
    protected void count(long bytes) throws BodyRefusedException {
      left -= bytes;
      if (left < 0) {
        throw new BodyRefusedException(
            HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
            "The request inflates to more than " + MAX_FETCH_LENGTH + " bytes.");
      }
    }
  }

  /** Turns read failures of the body into a failure of the client. */
  private static final class ClientInput extends FilterInputStream {

    ClientInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        throw new ClientGoneException(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        throw new ClientGoneException(e);
      }
    }
  }

  private record ExchangeMonitor(Exchange exchange) implements GitExchange.Monitor {

    @Override
    public void operation(String name) {
      exchange.logged().operation(name);
    }

    @Override
    public void end(String reason) {
      exchange.cutOff(reason);
    }
  }

  private record Opened(@Nullable GitRepository repository, @Nullable HttpRefusal refusal) {}

  private Opened open(GitRequest named, GitService service, HttpServletRequest request)
      throws GitRefusedException {
    NodeState state = node.admission();
    HttpRefusal closed = closed(state);
    if (closed != null) {
      return new Opened(null, closed);
    }
    try {
      Credential credential =
          AuthorizationHeader.read(request.getHeader("Authorization"), request.getRemoteAddr());
      GitRepository repository =
          access.open(
              credential,
              named.repository(),
              service,
              caller -> limit(caller, request.getRemoteAddr()));
      admit(Exchange.of(request), repository);
      return new Opened(repository, null);
    } catch (AuthenticationFailedException e) {
      return new Opened(null, HttpRefusal.of(e));
    }
  }

  private void limit(Caller caller, String remoteAddress) throws GitRefusedException {
    try {
      limiter.take(caller, remoteAddress);
    } catch (RateLimitExceededException e) {
      throw GitRefusedException.tooMany(e);
    }
  }

  /** Git's operations have limits of their own; many last as long as their clients are slow. */
  private static void admit(Exchange exchange, GitRepository repository) {
    exchange.releaseTurn();
    exchange.logged().user(repository.caller().name());
    exchange.logged().repository(repository.repository().path());
    if (!(repository.caller() instanceof Caller.Anonymous)) {
      exchange.trust();
      if (repository.service() == GitService.RECEIVE_PACK) {
        exchange.expectLongBody();
      }
    }
  }

  private static @Nullable HttpRefusal closed(NodeState state) {
    return switch (state) {
      case STARTING -> HttpRefusal.later("The server is starting. Try again in a moment.");
      case MAINTENANCE -> HttpRefusal.later("The server is in maintenance. Try again later.");
      case FIRST_RUN -> HttpRefusal.later("The server is not set up yet.");
      case ERROR -> HttpRefusal.later("The server cannot reach its data. Try again later.");
      case ACTIVE, DRAINING, STOPPING -> null;
    };
  }

  private static GitExchange exchange(
      GitRepository repository,
      HttpServletRequest request,
      HttpServletResponse response,
      InputStream body)
      throws IOException {
    return new GitExchange(
        repository,
        ProtocolVersion.parse(request.getHeader("Git-Protocol")),
        true,
        body,
        new HttpTarget(request, response),
        InetSocketAddress.createUnresolved(
            request.getRemoteAddr(), Math.max(0, request.getRemotePort())),
        new ExchangeMonitor(Exchange.of(request)));
  }

  private static void reply(HttpServletResponse response, String type) {
    response.setContentType(type);
    response.setHeader("Expires", "Fri, 01 Jan 1980 00:00:00 GMT");
    response.setHeader("Pragma", "no-cache");
    response.setHeader("Cache-Control", "no-cache, max-age=0, must-revalidate");
  }

  private static void writeServiceLine(GitService service, OutputStream out) throws IOException {
    PktLineWriter lines = new PktLineWriter(out);
    lines.text("# service=" + service.command());
    lines.flush();
    lines.drain();
  }
}
