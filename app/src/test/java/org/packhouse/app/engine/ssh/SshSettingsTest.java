package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.server.SshServer;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class SshSettingsTest {

  static SshSettings settings(Map<String, String> values) {
    Map<String, String> prefixed = new HashMap<>();
    values.forEach((name, value) -> prefixed.put("server.ssh." + name, value));
    return SettingsBinding.bind(SshSettings.class, prefixed);
  }

  @Test
  void hasDefaults() {
    assertThat(settings(Map.of()))
        .isEqualTo(
            new SshSettings(
                true,
                7999,
                null,
                null,
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                2000,
                256,
                List.of("aes128-gcm@openssh.com", "aes256-gcm@openssh.com"),
                List.of("mlkem768x25519-sha256", "curve25519-sha256", "ecdh-sha2-nistp256"),
                List.of("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"),
                new SshSettings.ProxyProtocol(
                    false,
                    List.of(
                        "127.0.0.0/8",
                        "::1/128",
                        "10.0.0.0/8",
                        "172.16.0.0/12",
                        "192.168.0.0/16"))));
  }

  @Test
  void readsEverySetting() {
    Map<String, String> values = new HashMap<>();
    values.put("enabled", "false");
    values.put("port", "2222");
    values.put("proxy-port", "22");
    values.put("address", "127.0.0.1");
    values.put("auth-timeout", "5s");
    values.put("idle-timeout", "6m");
    values.put("execution-timeout", "7h");
    values.put("keep-alive", "8s");
    values.put("max-sessions", "9");
    values.put("max-unauthenticated", "10");
    values.put("ciphers", "aes256-ctr");
    values.put("key-exchanges", "curve25519-sha256");
    values.put("macs", "hmac-sha2-512");
    values.put("proxy-protocol.enabled", "true");
    values.put("proxy-protocol.trusted", "192.0.2.7,2001:db8::/32");
    assertThat(settings(values))
        .isEqualTo(
            new SshSettings(
                false,
                2222,
                22,
                "127.0.0.1",
                Duration.ofSeconds(5),
                Duration.ofMinutes(6),
                Duration.ofHours(7),
                Duration.ofSeconds(8),
                9,
                10,
                List.of("aes256-ctr"),
                List.of("curve25519-sha256"),
                List.of("hmac-sha2-512"),
                new SshSettings.ProxyProtocol(true, List.of("192.0.2.7", "2001:db8::/32"))));
  }

  @Test
  void refusesAnAlgorithmThatIsUnknownOrWeak() {
    SshServer server = SshServer.setUpDefaultServer();
    assertThatThrownBy(() ->
            Algorithms.apply(
                settings(Map.of("ciphers", "aes128-gcm@openssh.com,3des-cbc")), server))
        .hasMessageContaining("server.ssh.ciphers names 3des-cbc")
        .hasMessageContaining("aes128-gcm@openssh.com");
    assertThatThrownBy(() ->
            Algorithms.apply(
                settings(Map.of("key-exchanges", "diffie-hellman-group1-sha1")), server))
        .hasMessageContaining("server.ssh.key-exchanges names diffie-hellman-group1-sha1");
  }

  @Test
  void refusesATrustedProxyThatIsNoAddress() {
    SshSettings settings =
        settings(Map.of("proxy-protocol.enabled", "true", "proxy-protocol.trusted", "10.0.0.0/99"));
    assertThatThrownBy(() -> new TrustedProxies(settings)).hasMessageContaining("10.0.0.0/99");
  }
}
