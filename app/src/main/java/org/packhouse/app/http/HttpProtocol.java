package org.packhouse.app.http;

import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/** Tomcat's connector with our {@link ExchangeAdapter} in front of everything that it serves. */
public final class HttpProtocol extends Http11NioProtocol {

  private @Nullable Exchanges exchanges;

  /** Made by Tomcat, by name. */
  public HttpProtocol() {}

  void exchanges(Exchanges register) {
    exchanges = register;
  }

  @Override
  public void setAdapter(Adapter adapter) {
    if (exchanges == null) {
      throw new IllegalStateException("The connector has no register of exchanges");
    }
    super.setAdapter(new ExchangeAdapter(adapter, exchanges));
  }

  @Override
  protected Processor createProcessor() {
    return new Http1(this, new TransportAdapter(TransportAdapter.behind(getAdapter())));
  }

  /** Connections on which a file is being sent after its servlet has returned. */
  int sendingFiles() {
    int sending = 0;
    for (SocketWrapperBase<?> connection : getEndpoint().getConnections()) {
      if (connection instanceof NioSocketWrapper nio && nio.getSendfileData() != null) {
        sending++;
      }
    }
    return sending;
  }
}
