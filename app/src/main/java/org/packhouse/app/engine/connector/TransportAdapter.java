package org.packhouse.app.engine.connector;

import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.Transport;

/** Tells the one {@link ExchangeAdapter} on which transport a request came. */
final class TransportAdapter implements Adapter {

  private final ExchangeAdapter exchanges;
  private volatile @Nullable Transport transport;

  TransportAdapter(ExchangeAdapter exchanges) {
    this.exchanges = exchanges;
  }

  /** Returns the adapter behind one that Tomcat hands from protocol to protocol. */
  static ExchangeAdapter behind(Adapter adapter) {
    return adapter instanceof TransportAdapter one ? one.exchanges : (ExchangeAdapter) adapter;
  }

  void transport(Transport made) {
    transport = made;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    Transport under = transport;
    if (under == null) {
      throw new IllegalStateException("A request before its transport");
    }
    exchanges.service(request, response, under);
  }

  @Override
  public boolean prepare(Request request, Response response) throws Exception {
    return exchanges.prepare(request, response);
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent status)
      throws Exception {
    return exchanges.asyncDispatch(request, response, status);
  }

  @Override
  public void log(Request request, Response response, long time) {
    exchanges.log(request, response, time);
  }

  @Override
  public void checkRecycled(Request request, Response response) {
    exchanges.checkRecycled(request, response);
  }

  @Override
  public String getDomain() {
    return exchanges.getDomain();
  }
}
