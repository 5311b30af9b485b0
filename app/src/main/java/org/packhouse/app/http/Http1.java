package org.packhouse.app.http;

import java.io.IOException;
import org.apache.coyote.Request;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Serves the requests of one HTTP/1.1 connection at a time. */
final class Http1 extends Http11Processor implements Transport {

  Http1(AbstractHttp11Protocol<?> protocol, TransportAdapter adapter) {
    super(protocol, adapter);
    adapter.transport(this);
  }

  @Override
  public void abort(Request request, String reason) {
    SocketWrapperBase<?> socket = socketWrapper;
    if (socket != null) {
      socket.close();
    }
  }

  @Override
  public boolean drains() {
    return true;
  }

  /**
   * Leaves a connection open on which a file is being sent: Tomcat closes it if the connector was
   * paused between the begin of the sending and the end of the request.
   */
  @Override
  public SocketState service(SocketWrapperBase<?> connection) throws IOException {
    SocketState state = super.service(connection);
    return state == SocketState.CLOSED
            && !getErrorState().isError()
            && connection instanceof NioSocketWrapper nio
            && nio.getSendfileData() != null
        ? SocketState.SENDFILE
        : state;
  }
}
