package org.packhouse.lab.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.target.Endpoint.Credentials;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/** An endpoint on its way to another machine. */
record SentEndpoint(
    @Nullable String http,
    @Nullable String https,
    @Nullable SentSsh ssh,
    String scm,
    @Nullable Credentials credentials,
    @Nullable Credentials reviewer) {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  /** SSH of a server, with the private key itself. */
  record SentSsh(String host, int port, String user, String prefix, String key) {}

  static SentEndpoint of(Endpoint endpoint) throws IOException {
    URI http = endpoint.http();
    URI https = endpoint.https();
    SshEndpoint ssh = endpoint.ssh();
    return new SentEndpoint(
        http == null ? null : http.toString(),
        https == null ? null : https.toString(),
        ssh == null
            ? null
            : new SentSsh(
                ssh.host(), ssh.port(), ssh.user(), ssh.prefix(), Files.readString(ssh.key())),
        endpoint.scm(),
        endpoint.credentials(),
        endpoint.reviewer());
  }

  /**
   * The endpoint as a worker reaches it.
   *
   * @param lab where the lab is, seen from the worker: what is on the lab's machine is there
   * @param directory where the private key is kept
   */
  Endpoint toEndpoint(InetAddress lab, Path directory) throws IOException {
    return new Endpoint(
        http == null ? null : moved(URI.create(http), lab),
        https == null ? null : moved(URI.create(https), lab),
        ssh == null ? null : sshEndpoint(ssh, lab, directory),
        scm,
        credentials,
        reviewer);
  }

  private static SshEndpoint sshEndpoint(SentSsh ssh, InetAddress lab, Path directory)
      throws IOException {
    Path key = directory.resolve("id");
    Files.deleteIfExists(key);
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(key, ssh.key());
    return new SshEndpoint(moved(ssh.host(), lab), ssh.port(), ssh.user(), ssh.prefix(), key);
  }

  private static URI moved(URI uri, InetAddress lab) {
    String host = moved(uri.getHost(), lab);
    return URI.create(
        uri.getScheme()
            + "://"
            + host
            + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
            + uri.getRawPath());
  }

  private static String moved(String host, InetAddress lab) {
    if (lab.isLoopbackAddress() || !LOOPBACK.contains(host)) {
      return host;
    }
    String address = lab.getHostAddress();
    return address.contains(":") ? "[" + address + "]" : address;
  }
}
