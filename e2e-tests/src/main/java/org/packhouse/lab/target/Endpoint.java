package org.packhouse.lab.target;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The addresses where a server listens, and who the client is.
 *
 * @param http base URL of plain HTTP; null if it does not listen
 * @param https base URL of HTTPS, which speaks HTTP/2 too; null if it does not listen. Any
 *     certificate is trusted
 * @param ssh where SSH listens; null if it does not
 * @param scm what stands before a repository in a URL's path, such as {@code /scm/LAB/}
 * @param credentials for HTTP; null for none
 * @param reviewer somebody else, who approves what the client proposes; null if there is nobody
 */
public record Endpoint(
    @Nullable URI http,
    @Nullable URI https,
    @Nullable SshEndpoint ssh,
    String scm,
    @Nullable Credentials credentials,
    @Nullable Credentials reviewer) {

  /** A server where nobody reviews. */
  public Endpoint(
      @Nullable URI http,
      @Nullable URI https,
      @Nullable SshEndpoint ssh,
      String scm,
      @Nullable Credentials credentials) {
    this(http, https, ssh, scm, credentials, null);
  }

  /**
   * SSH of a server.
   *
   * @param prefix what stands before a repository's name in the command, such as {@code LAB/}
   * @param key a private key in OpenSSH's format
   */
  public record SshEndpoint(String host, int port, String user, String prefix, Path key) {}

  /** A user's name and password, or a token in place of it. */
  public record Credentials(String user, String password) {}
}
