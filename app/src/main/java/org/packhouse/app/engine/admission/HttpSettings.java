package org.packhouse.app.engine.admission;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.connector.ConnectionRoom;
import org.packhouse.app.engine.connector.StartingListener;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.server.Ssl;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code server.*}: the connectors. {@code server.port}, {@code server.address} and {@code
 * server.ssl.*} of the first one are read by Spring Boot.
 *
 * @param contextPath the path that everything lies below, such as {@code /git}
 * @param proxyName the host name that clients use, if a proxy in front does not pass it on
 * @param proxyPort the port that clients use, likewise
 * @param scheme of the URLs that clients use, likewise: http or https
 * @param secure whether the clients' connection is encrypted; default: if the scheme is https
 * @param trustedProxies addresses and CIDR blocks of the proxies whose {@code X-Forwarded-*}
 *     headers are believed; nobody's are unless named here
 * @param connectionTimeout how long a connection may say nothing within a request
 * @param headerTimeout how long the line and the headers of a request may take, all together
 * @param maxConnections the most at a time on each connector; beyond, a newcomer takes the place of
 *     one without a request, from the network with most of them; default: 8192, and never more than
 *     an eighth of the heap has room for ({@link ConnectionRoom})
 * @param writeTimeout how long a client may take nothing of a response, and over how long it must
 *     take it at 1 KB/s
 * @param bodyTimeout how long a client that has signed in may pause within a body
 * @param anonymousBodyTimeout over how long the body of one that has not must come at 1 KB/s
 * @param keepAliveTimeout how long a connection may say nothing between requests
 * @param http2 how HTTP/2 is spoken
 * @param compression of what pages and REST send
 * @param requestTimeout the longest that a request may take, answer included
 * @param answerWhileStarting whether a server that starts answers 503 on its port instead of
 *     leaving it closed; default: unless {@code hazelcast.network} names other nodes. Read by
 *     {@link StartingListener}
 * @param drainAnnounce how long a server that was told to stop serves new work, while {@code
 *     /status} says that it drains; default: 5 s if another node takes requests, else none
 * @param drainTimeout how long running requests may go on when the server was told to stop
 * @param additionalConnector more connectors, by number
 */
@Validated
@ConfigurationProperties("server")
public record HttpSettings(
    @DefaultValue("") @Pattern(regexp = "|/|(/[A-Za-z0-9._~-]+)+/?") String contextPath,
    @Nullable String proxyName,
    @Nullable @Min(1) @Max(65535) Integer proxyPort,
    @Nullable @Pattern(regexp = "https?") String scheme,
    @Nullable Boolean secure,
    @DefaultValue List<String> trustedProxies,
    @DefaultValue("20s") Duration connectionTimeout,
    @DefaultValue("30s") @AtLeast("1s") @AtMost("10m") Duration headerTimeout,
    @Nullable @Min(16) @Max(1_000_000) Integer maxConnections,
    @DefaultValue("5m") @AtLeast("1s") @AtMost("1h") Duration writeTimeout,
    @DefaultValue("2m") Duration bodyTimeout,
    @DefaultValue("10s") Duration anonymousBodyTimeout,
    @DefaultValue("60s") Duration keepAliveTimeout,
    @DefaultValue("1h") Duration requestTimeout,
    @Nullable Boolean answerWhileStarting,
    @Nullable @AtMost("10m") Duration drainAnnounce,
    @DefaultValue("30s") @AtMost("1h") Duration drainTimeout,
    @DefaultValue @Valid Http2Settings http2,
    @DefaultValue Compression compression,
    @DefaultValue Map<Integer, @Valid AdditionalConnector> additionalConnector) {

  /** The context path as servlets know it: empty, or with a slash in front and none at the end. */
  public String context() {
    return contextPath.endsWith("/")
        ? contextPath.substring(0, contextPath.length() - 1)
        : contextPath;
  }

  /**
   * The trusted proxies as blocks, with commas between. Tomcat takes a list without any mask for a
   * regular expression.
   */
  public String trustedBlocks() {
    return trustedProxies.stream()
        .map(proxy -> proxy.contains("/") ? proxy : proxy + (proxy.contains(":") ? "/128" : "/32"))
        .collect(Collectors.joining(","));
  }

  /**
   * {@code server.http2.*}.
   *
   * @param window how much of a push may be on its way to a client that has signed in
   */
  public record Http2Settings(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("8MB") @AtLeast("64KB") @AtMost("1GB") DataSize window) {}

  /**
   * {@code server.compression.*}.
   *
   * @param enabled whether HTML, CSS, scripts, JSON and SVG are compressed for clients that take it
   */
  public record Compression(@DefaultValue("true") boolean enabled) {}

  /**
   * {@code server.additional-connector.N.*}: as those of the first connector.
   *
   * @param port to listen on
   */
  public record AdditionalConnector(
      @Min(0) @Max(65535) int port,
      @Nullable InetAddress address,
      @Nullable Ssl ssl,
      @Nullable String proxyName,
      @Nullable @Min(1) @Max(65535) Integer proxyPort,
      @Nullable @Pattern(regexp = "https?") String scheme,
      @Nullable Boolean secure) {}
}
