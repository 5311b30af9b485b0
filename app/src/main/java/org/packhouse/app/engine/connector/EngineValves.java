package org.packhouse.app.engine.connector;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.RemoteIpValve;
import org.apache.catalina.valves.ValveBase;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.engine.admission.Exchanges;
import org.packhouse.app.engine.admission.HttpSettings;
import org.packhouse.app.engine.admission.RefusalReport;
import org.packhouse.app.engine.admission.RequestGate;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/** Adds the valves before all servlets: clients' addresses behind a proxy, admission, refusals. */
@Component
final class EngineValves
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

  private final HttpSettings settings;
  private final Exchanges exchanges;
  private final RestErrorWriter errors;

  EngineValves(HttpSettings settings, Exchanges exchanges, RestErrorWriter errors) {
    this.settings = settings;
    this.exchanges = exchanges;
    this.errors = errors;
  }

  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addContextCustomizers(context -> {
      if (context.getParent() instanceof StandardHost host) {
        host.setErrorReportValveClass(RefusalReport.class.getName());
        host.addValve(new RefusalReport(errors, settings.context()));
      }
    });
    if (!settings.trustedProxies().isEmpty()) {
      factory.addEngineValves(remoteAddress(), new ForwardedClient());
    }
    factory.addEngineValves(
        new RequestGate(exchanges, new RefusalReport(errors, settings.context())));
  }

  private RemoteIpValve remoteAddress() {
    RemoteIpValve valve = new RemoteIpValve();
    valve.setInternalProxies(settings.trustedBlocks());
    valve.setRemoteIpHeader("X-Forwarded-For");
    valve.setProtocolHeader("X-Forwarded-Proto");
    valve.setHostHeader("X-Forwarded-Host");
    valve.setPortHeader("X-Forwarded-Port");
    return valve;
  }

  /** Tells the access log which client a trusted proxy speaks for. */
  private static final class ForwardedClient extends ValveBase {

    ForwardedClient() {
      super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      Exchange.of(request).logged().client(request.getRemoteAddr(), request.getScheme());
      getNext().invoke(request, response);
    }
  }
}
