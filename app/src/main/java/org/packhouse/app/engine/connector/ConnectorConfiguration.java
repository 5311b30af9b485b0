package org.packhouse.app.engine.connector;

import java.util.Map;
import java.util.Optional;
import org.apache.catalina.connector.Connector;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.http2.Http2Internals;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.Exchanges;
import org.packhouse.app.engine.admission.FormMemory;
import org.packhouse.app.engine.admission.HttpSettings;
import org.packhouse.app.engine.admission.HttpSettings.AdditionalConnector;
import org.packhouse.app.engine.admission.HttpSettings.ProxySettings;
import org.packhouse.app.engine.admission.HttpSettings.TimeoutSettings;
import org.packhouse.app.engine.admission.ResponsePace;
import org.packhouse.app.platform.node.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.tomcat.SslConnectorCustomizer;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/** Configures Tomcat's connectors: Spring Boot's first one, and the additional ones. */
@Component
public final class ConnectorConfiguration
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectorConfiguration.class);
  private static final int BACKLOG = 1024;
  private static final int SPARE = 64;
  private static final int MIN_COMPRESSED = 1024;

  private final HttpSettings settings;
  private final ProxySettings proxy;
  private final TimeoutSettings timeouts;
  private final Exchanges exchanges;
  private final @Nullable SslBundles sslBundles;
  private final NodeStatus node;
  private final boolean widens;

  public ConnectorConfiguration(
      HttpSettings settings,
      ProxySettings proxy,
      TimeoutSettings timeouts,
      Exchanges exchanges,
      @Nullable SslBundles sslBundles,
      NodeStatus node,
      Optional<Http2Internals> internals) {
    this.settings = settings;
    this.proxy = proxy;
    this.timeouts = timeouts;
    this.exchanges = exchanges;
    this.sslBundles = sslBundles;
    this.node = node;
    this.widens = settings.http2().enabled() && canWiden(internals.orElseGet(Http2Internals::new));
  }

  /** Checks once whether this Tomcat has the internals that are not its API. */
  private static boolean canWiden(Http2Internals internals) {
    Optional<String> missing = internals.missing();
    missing.ifPresent(name ->
        LOG.warn(
            "HTTP/2 windows stay at 64 KB, which makes pushes over long lines slow:"
                + " this version of Tomcat has no {}",
            name));
    return missing.isEmpty();
  }

  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.setProtocol(HttpProtocol.class.getName());
    factory.setContextPath(settings.context());
    factory.setHttp2(null);
    factory.addConnectorCustomizers(
        (TomcatConnectorCustomizer)
            connector -> customize(connector, Ssl.isEnabled(factory.getSsl()), proxy));
    settings.additionalConnector().values().stream()
        .map(this::connector)
        .forEach(factory::addAdditionalConnectors);
  }

  private void customize(Connector connector, boolean encrypted, ProxySettings proxy) {
    HttpProtocol protocol = (HttpProtocol) connector.getProtocolHandler();
    protocol.exchanges(exchanges);
    protocol.draining(node::isDraining);
    ConnectionRoom room =
        new ConnectionRoom(
            settings.maxConnections(),
            Runtime.getRuntime().maxMemory(),
            1 + settings.additionalConnector().size());
    room.shortfall(encrypted).ifPresent(LOG::warn);
    int most = room.most(encrypted);
    protocol.connections(
        new OpenConnections(most, timeouts.headerTimeout(), settings.trustedProxies()));
    // Room for connections that are being closed in favour of newcomers.
    protocol.setMaxConnections(most + SPARE);
    protocol.pace(new ResponsePace(timeouts.writeTimeout()));
    protocol.setContinueResponseTiming("onRead");
    int timeout = Math.toIntExact(timeouts.connectionTimeout().toMillis());
    protocol.setConnectionTimeout(timeout);
    protocol.setDisableUploadTimeout(false);
    protocol.setConnectionUploadTimeout(Math.toIntExact(timeouts.bodyTimeout().toMillis()));
    protocol.setKeepAliveTimeout(Math.toIntExact(timeouts.keepAliveTimeout().toMillis()));
    protocol.setMaxKeepAliveRequests(-1);
    protocol.setAcceptCount(BACKLOG);
    connector.setXpoweredBy(false);
    // Tomcat allocates the whole form before it reads the first byte.
    connector.setMaxPostSize(FormMemory.MAX_BYTES);
    connector.setParseBodyMethods("POST,PUT,PATCH,DELETE");
    compress(protocol);
    if (settings.http2().enabled()) {
      connector.addUpgradeProtocol(http2(protocol));
    }
    if (proxy.proxyName() != null) {
      connector.setProxyName(proxy.proxyName());
    }
    if (proxy.proxyPort() != null) {
      connector.setProxyPort(proxy.proxyPort());
    }
    if (proxy.scheme() != null) {
      connector.setScheme(proxy.scheme());
      connector.setSecure(proxy.scheme().equals("https"));
    }
    if (proxy.secure() != null) {
      connector.setSecure(proxy.secure());
    }
  }

  /** HTTP/2 asks the protocol below it. Nothing that Git sends is of these types. */
  private void compress(HttpProtocol protocol) {
    protocol.setCompression(settings.compression().enabled() ? "on" : "off");
    protocol.setCompressibleMimeType(
        "text/html,text/css,text/javascript,application/javascript,application/json,image/svg+xml");
    protocol.setCompressionMinSize(MIN_COMPRESSED);
  }

  private Http2Protocol http2(HttpProtocol protocol) {
    Http2 http2 = new Http2(widens, protocol);
    http2.setStreamReadTimeout(timeouts.bodyTimeout().toMillis());
    http2.setStreamWriteTimeout(timeouts.writeTimeout().toMillis());
    http2.setWriteTimeout(timeouts.writeTimeout().toMillis());
    http2.setKeepAliveTimeout(timeouts.keepAliveTimeout().toMillis());
    return http2;
  }

  private Connector connector(AdditionalConnector more) {
    HttpProtocol protocol = new HttpProtocol();
    Connector connector = new Connector(protocol);
    connector.setThrowOnFailure(true);
    connector.setPort(more.port());
    connector.setURIEncoding("UTF-8");
    protocol.setExecutor(new VirtualThreadExecutor("tomcat-handler-"));
    if (more.address() != null) {
      protocol.setAddress(more.address());
    }
    customize(
        connector,
        Ssl.isEnabled(more.ssl()),
        new ProxySettings(more.proxyName(), more.proxyPort(), more.scheme(), more.secure()));
    if (Ssl.isEnabled(more.ssl())) {
      Ssl ssl = more.ssl();
      new SslConnectorCustomizer(
              LogFactory.getLog(ConnectorConfiguration.class), connector, ssl.getClientAuth())
          .customize(WebServerSslBundle.get(ssl, sslBundles), Map.of());
    }
    return connector;
  }
}
