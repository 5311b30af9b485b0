package org.packhouse.app.engine.connector;

import java.io.IOException;
import java.util.Set;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.coyote.http2.WideningUpgradeHandler;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.ClosedPeers;
import org.packhouse.app.engine.admission.Transport;

/** HTTP/2 over TLS (h2) and without (h2c), with windows that widen for clients that may push. */
final class Http2 extends Http2Protocol {

  private final boolean widens;
  private final HttpProtocol connector;

  /**
   * Keeps Tomcat's own handler unless this Tomcat has what {@link WideningUpgradeHandler} needs.
   */
  Http2(boolean widens, HttpProtocol connector) {
    this.widens = widens;
    this.connector = connector;
  }

  @Override
  public InternalHttpUpgradeHandler getInternalUpgradeHandler(
      SocketWrapperBase<?> socket, Adapter adapter, @Nullable Request request) {
    TransportAdapter own = new TransportAdapter(TransportAdapter.behind(adapter));
    OpenConnection open = connector.connection(socket);
    if (!widens) {
      if (open != null) {
        open.upgradedToHttp2(() -> OpenConnection.NEVER, () -> {});
      }
      own.transport(new FixedTransport(socket));
      return super.getInternalUpgradeHandler(socket, own, request);
    }
    WideningUpgradeHandler connection = new WideningUpgradeHandler(this, own, request, socket);
    if (open != null) {
      open.upgradedToHttp2(connection::headBegan, connection::callOff);
    }
    own.transport(new StreamTransport(connection, open));
    return connection;
  }

  /**
   * Keeps a request with a body on HTTP/1.1: to upgrade, Tomcat would read the body first, before
   * the gate. Without {@link WideningUpgradeHandler} an upgraded stream sends at most 64 KB.
   */
  @Override
  public boolean accept(Request request) {
    String length = request.getHeader("Content-Length");
    return widens
        && request.getHeader("Transfer-Encoding") == null
        && (length == null || length.equals("0"))
        && super.accept(request);
  }

  private record StreamTransport(WideningUpgradeHandler connection, @Nullable OpenConnection open)
      implements Transport {

    @Override
    public void requestBegins(Request request, Runnable calledOff) {
      connection.requestBegins(streamId(request), calledOff);
      if (open != null) {
        open.requestBegins();
      }
    }

    @Override
    public void requestEnds(Request request) {
      connection.requestEnds(streamId(request));
      if (open != null) {
        open.requestEnds();
      }
    }

    @Override
    public void abort(Request request, String reason) throws IOException {
      connection.abort(streamId(request), reason);
    }

    @Override
    public boolean widen(Request request, int window) throws IOException {
      return connection.widen(streamId(request), window);
    }

    @Override
    public void allowSmallFrames(Request request) {
      connection.allowSmallFrames(streamId(request));
    }

    @Override
    public boolean isStalled(Request request) {
      return connection.isStalled(streamId(request));
    }

    @Override
    public boolean isClientGone(Request request, Set<ClosedPeers.Connection> closed) {
      return connection.isGone(streamId(request));
    }

    @Override
    public boolean canWiden() {
      return true;
    }

    private static int streamId(Request request) {
      return Integer.parseInt(request.getProtocolRequestId());
    }
  }

  /** A stream that only Tomcat can reach: ending it closes the whole connection. */
  private record FixedTransport(SocketWrapperBase<?> socket) implements Transport {

    @Override
    public void abort(Request request, String reason) {
      socket.close();
    }
  }
}
