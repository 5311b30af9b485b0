package org.packhouse.app.engine.ssh;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code server.ssh.*}: Git over SSH.
 *
 * @param port TCP port; 0 takes a free one
 * @param proxyPort port in clone URLs, if a proxy in front listens on another
 * @param address the local address to listen on; null: every one
 * @param authTimeout how long a client may take to sign in
 * @param idleTimeout how long a connection without a command, or a command whose client takes no
 *     output, may wait
 * @param executionTimeout how long one command may take in all
 * @param keepAlive how often a client with a running command is asked whether it is still there;
 *     one that stays silent for four times as long is gone
 * @param maxSessions signed-in connections at once
 * @param maxUnauthenticated see {@link ConnectionLimit}
 * @param ciphers SSH names, best first; so for {@code keyExchanges} and {@code macs}
 */
@Validated
@ConfigurationProperties("server.ssh")
public record SshSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("7999") @Min(0) @Max(65535) int port,
    @Nullable @Min(1) @Max(65535) Integer proxyPort,
    @Nullable String address,
    @DefaultValue("30s") Duration authTimeout,
    @DefaultValue("10m") Duration idleTimeout,
    @DefaultValue("1h") Duration executionTimeout,
    @DefaultValue("30s") Duration keepAlive,
    @DefaultValue("2000") @Min(1) int maxSessions,
    @DefaultValue("256") @Min(1) int maxUnauthenticated,
    @DefaultValue({"aes128-gcm@openssh.com", "aes256-gcm@openssh.com"}) @NotEmpty List<String> ciphers,
    @DefaultValue({"mlkem768x25519-sha256", "curve25519-sha256", "ecdh-sha2-nistp256"}) @NotEmpty List<String> keyExchanges,
    @DefaultValue({"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"}) @NotEmpty List<String> macs,
    @DefaultValue ProxyProtocol proxyProtocol) {

  /**
   * The PROXY protocol, versions 1 and 2.
   *
   * @param enabled whether every connection must begin with a PROXY header
   * @param trusted the proxies, as addresses or CIDR ranges; all others are refused
   */
  public record ProxyProtocol(
      @DefaultValue("false") boolean enabled,
      @DefaultValue({"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"})
          @NotEmpty List<String> trusted) {}
}
