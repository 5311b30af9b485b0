package org.packhouse.app.http;

import org.apache.catalina.connector.Connector;
import org.packhouse.app.node.AccessLog;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Makes Tomcat's connector ours. */
@Component
final class ConnectorConfiguration
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  private final AccessLog accessLog;

  ConnectorConfiguration(AccessLog accessLog) {
    this.accessLog = accessLog;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.setProtocol(HttpProtocol.class.getName());
    factory.addConnectorCustomizers((TomcatConnectorCustomizer) this::customize);
  }

  private void customize(Connector connector) {
    ((HttpProtocol) connector.getProtocolHandler()).accessLog(accessLog);
    connector.setProperty("continueResponseTiming", "onRead");
    connector.setXpoweredBy(false);
  }
}
