package org.packhouse.app.engine.connector;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.packhouse.app.engine.admission.Exchange;

/** Tells the access log which client a trusted proxy speaks for. */
final class ForwardedClient extends ValveBase {

  ForwardedClient() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Exchange.of(request).logged().client(request.getRemoteAddr(), request.getScheme());
    getNext().invoke(request, response);
  }
}
