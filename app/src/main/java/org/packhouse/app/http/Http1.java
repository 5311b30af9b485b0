package org.packhouse.app.http;

import org.apache.coyote.Request;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Processor;
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
}
