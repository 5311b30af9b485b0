package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.admission.HttpSettings.DrainSettings;
import org.packhouse.app.engine.admission.HttpSettings.ProxySettings;
import org.packhouse.app.engine.admission.HttpSettings.TimeoutSettings;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class HttpSettingsTest {

  @Test
  void hasDefaults() {
    HttpSettings settings = bind(HttpSettings.class, Map.of());
    ProxySettings proxy = bind(ProxySettings.class, Map.of());
    TimeoutSettings timeouts = bind(TimeoutSettings.class, Map.of());
    DrainSettings drain = bind(DrainSettings.class, Map.of());

    assertThat(settings.context()).isEmpty();
    assertThat(proxy.proxyName()).isNull();
    assertThat(proxy.proxyPort()).isNull();
    assertThat(proxy.scheme()).isNull();
    assertThat(proxy.secure()).isNull();
    assertThat(settings.trustedProxies()).isEmpty();
    assertThat(timeouts.connectionTimeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(timeouts.headerTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.maxConnections()).isNull();
    assertThat(timeouts.writeTimeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(timeouts.bodyTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(timeouts.anonymousBodyTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(timeouts.keepAliveTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(timeouts.requestTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(settings.answerWhileStarting()).isNull();
    assertThat(drain.drainAnnounce()).isNull();
    assertThat(drain.drainTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.http2().enabled()).isTrue();
    assertThat(settings.compression().enabled()).isTrue();
    assertThat(settings.http2().window()).isEqualTo(DataSize.ofMegabytes(8));
    assertThat(settings.additionalConnector()).isEmpty();
  }

  @Test
  void isReadWhole() {
    Map<String, String> all =
        Map.ofEntries(
            Map.entry("server.context-path", "/git"),
            Map.entry("server.proxy-name", "git.example.org"),
            Map.entry("server.proxy-port", "443"),
            Map.entry("server.scheme", "https"),
            Map.entry("server.secure", "true"),
            Map.entry("server.trusted-proxies", "10.0.0.0/8,192.0.2.1"),
            Map.entry("server.connection-timeout", "5s"),
            Map.entry("server.header-timeout", "12s"),
            Map.entry("server.max-connections", "100"),
            Map.entry("server.write-timeout", "11m"),
            Map.entry("server.body-timeout", "6s"),
            Map.entry("server.anonymous-body-timeout", "7s"),
            Map.entry("server.keep-alive-timeout", "8s"),
            Map.entry("server.request-timeout", "9m"),
            Map.entry("server.answer-while-starting", "false"),
            Map.entry("server.drain-announce", "15s"),
            Map.entry("server.drain-timeout", "1m"),
            Map.entry("server.http2.enabled", "false"),
            Map.entry("server.http2.window", "1MB"),
            Map.entry("server.compression.enabled", "false"),
            Map.entry("server.additional-connector.3.port", "7991"),
            Map.entry("server.additional-connector.3.address", "127.0.0.1"),
            Map.entry("server.additional-connector.3.ssl.key-store", "/some/where"),
            Map.entry("server.additional-connector.3.proxy-name", "other.example.org"),
            Map.entry("server.additional-connector.3.proxy-port", "8443"),
            Map.entry("server.additional-connector.3.scheme", "http"),
            Map.entry("server.additional-connector.3.secure", "false"));
    HttpSettings settings = bind(HttpSettings.class, all);
    ProxySettings proxy = bind(ProxySettings.class, all);
    TimeoutSettings timeouts = bind(TimeoutSettings.class, all);
    DrainSettings drain = bind(DrainSettings.class, all);

    assertThat(settings.context()).isEqualTo("/git");
    assertThat(proxy.proxyName()).isEqualTo("git.example.org");
    assertThat(proxy.proxyPort()).isEqualTo(443);
    assertThat(proxy.scheme()).isEqualTo("https");
    assertThat(proxy.secure()).isTrue();
    assertThat(settings.trustedProxies()).isEqualTo(List.of("10.0.0.0/8", "192.0.2.1"));
    assertThat(settings.trustedBlocks()).isEqualTo("10.0.0.0/8,192.0.2.1/32");
    assertThat(timeouts.connectionTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(timeouts.headerTimeout()).isEqualTo(Duration.ofSeconds(12));
    assertThat(settings.maxConnections()).isEqualTo(100);
    assertThat(timeouts.writeTimeout()).isEqualTo(Duration.ofMinutes(11));
    assertThat(timeouts.bodyTimeout()).isEqualTo(Duration.ofSeconds(6));
    assertThat(timeouts.anonymousBodyTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(timeouts.keepAliveTimeout()).isEqualTo(Duration.ofSeconds(8));
    assertThat(timeouts.requestTimeout()).isEqualTo(Duration.ofMinutes(9));
    assertThat(settings.answerWhileStarting()).isFalse();
    assertThat(drain.drainAnnounce()).isEqualTo(Duration.ofSeconds(15));
    assertThat(drain.drainTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.http2().enabled()).isFalse();
    assertThat(settings.compression().enabled()).isFalse();
    assertThat(settings.http2().window()).isEqualTo(DataSize.ofMegabytes(1));
    isReadWhole(settings.additionalConnector().get(3));
  }

  private static void isReadWhole(HttpSettings.@Nullable AdditionalConnector more) {
    assertThat(more).isNotNull();
    assertThat(more.port()).isEqualTo(7991);
    assertThat(String.valueOf(more.address())).endsWith("/127.0.0.1");
    assertThat(more.ssl()).hasFieldOrPropertyWithValue("keyStore", "/some/where");
    assertThat(more.proxyName()).isEqualTo("other.example.org");
    assertThat(more.proxyPort()).isEqualTo(8443);
    assertThat(more.scheme()).isEqualTo("http");
    assertThat(more.secure()).isFalse();
  }

  @Test
  void refusesWindowsAndDrainsBeyondReason() {
    assertThat(refusal(HttpSettings.class, "server.http2.window", "1KB"))
        .isEqualTo(
            "The setting server.http2.window has the value '1KB', which must be 64KB or more.");
    assertThat(refusal(HttpSettings.class, "server.http2.window", "2GB"))
        .contains("which must be 1GB or less");
    assertThat(refusal(DrainSettings.class, "server.drain-timeout", "2h"))
        .isEqualTo(
            "The setting server.drain-timeout has the value '2h', which must be 1h or less.");
    assertThat(refusal(DrainSettings.class, "server.drain-announce", "11m"))
        .isEqualTo(
            "The setting server.drain-announce has the value '11m', which must be 10m or less.");
  }

  private static <T> T bind(Class<T> type, Map<String, String> settings) {
    return SettingsBinding.bind(type, settings);
  }

  private static String refusal(Class<?> type, String key, String value) {
    return SettingsBinding.refusal(type, key, value);
  }
}
