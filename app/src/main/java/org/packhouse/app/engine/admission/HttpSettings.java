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
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.server.Ssl;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code server.*}: the connectors. Spring Boot reads {@code server.port}, {@code server.address}
 * and {@code server.ssl.*} of the first one.
 *
 * @param trustedProxies addresses and CIDR blocks whose {@code X-Forwarded-*} headers are believed
 * @param maxConnections per connector; default: 8192, and at most what {@link ConnectionRoom} has
 *     room for
 * @param answerWhileStarting whether a starting server answers 503 instead of leaving its port
 *     closed; default: unless {@code hazelcast.network} names other nodes
 */
@Validated
@ConfigurationProperties("server")
public record HttpSettings(
    @DefaultValue("") @Pattern(regexp = "|/|(/[A-Za-z0-9._~-]+)+/?") String contextPath,
    @DefaultValue List<String> trustedProxies,
    @Nullable @Min(16) @Max(1_000_000) Integer maxConnections,
    @Nullable Boolean answerWhileStarting,
    @DefaultValue @Valid Http2Settings http2,
    @DefaultValue Compression compression,
    @DefaultValue Map<Integer, @Valid AdditionalConnector> additionalConnector) {

  /**
   * {@code server.*}: the address of the first connector as clients name it, if a proxy does not
   * pass it on.
   *
   * @param secure whether clients' connections are encrypted; default: if the scheme is https
   */
  @Validated
  @ConfigurationProperties("server")
  public record ProxySettings(
      @Nullable String proxyName,
      @Nullable @Min(1) @Max(65535) Integer proxyPort,
      @Nullable @Pattern(regexp = "https?") String scheme,
      @Nullable Boolean secure) {}

  /**
   * {@code server.*}: the time that clients have.
   *
   * @param connectionTimeout silence of a connection within a request
   * @param writeTimeout how long a client may take nothing of a response, and over how long it must
   *     take it at 1 KB/s
   * @param bodyTimeout pause within a signed-in client's body
   * @param anonymousBodyTimeout time over which an anonymous client's body must come at 1 KB/s
   */
  @Validated
  @ConfigurationProperties("server")
  public record TimeoutSettings(
      @DefaultValue("20s") Duration connectionTimeout,
      @DefaultValue("30s") @AtLeast("1s") @AtMost("10m") Duration headerTimeout,
      @DefaultValue("5m") @AtLeast("1s") @AtMost("1h") Duration writeTimeout,
      @DefaultValue("2m") Duration bodyTimeout,
      @DefaultValue("10s") Duration anonymousBodyTimeout,
      @DefaultValue("60s") Duration keepAliveTimeout,
      @DefaultValue("1h") Duration requestTimeout) {}

  /**
   * {@code server.*}: the stop of a server.
   *
   * @param drainAnnounce how long a stopping server takes new work while {@code /status} says that
   *     it drains; default: 5 s if another node takes requests, else none
   */
  @Validated
  @ConfigurationProperties("server")
  public record DrainSettings(
      @Nullable @AtMost("10m") Duration drainAnnounce,
      @DefaultValue("30s") @AtMost("1h") Duration drainTimeout) {}

  /** Returns the context path as servlets know it: empty, or beginning with a slash. */
  public String context() {
    return contextPath.endsWith("/")
        ? contextPath.substring(0, contextPath.length() - 1)
        : contextPath;
  }

  /** Returns blocks separated by commas: without a mask Tomcat reads a regular expression. */
  public String trustedBlocks() {
    return trustedProxies.stream()
        .map(proxy -> proxy.contains("/") ? proxy : proxy + (proxy.contains(":") ? "/128" : "/32"))
        .collect(Collectors.joining(","));
  }

  /** Window in bytes: how much of a signed-in client's push may be on its way. */
  public record Http2Settings(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("8MB") @AtLeast("64KB") @AtMost("1GB") DataSize window) {}

  public record Compression(@DefaultValue("true") boolean enabled) {}

  /** {@code server.additional-connector.N.*}: as the settings of the first connector. */
  public record AdditionalConnector(
      @Min(0) @Max(65535) int port,
      @Nullable InetAddress address,
      @Nullable Ssl ssl,
      @Nullable String proxyName,
      @Nullable @Min(1) @Max(65535) Integer proxyPort,
      @Nullable @Pattern(regexp = "https?") String scheme,
      @Nullable Boolean secure) {}
}
