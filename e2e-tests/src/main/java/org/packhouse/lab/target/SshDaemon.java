package org.packhouse.lab.target;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.process.Ports;
import org.packhouse.lab.target.Endpoint.SshEndpoint;

/** OpenSSH's server on a port of its own, which lets one key in. */
final class SshDaemon {

  private static final Path PROGRAM = Path.of("/usr/sbin/sshd");

  /**
   * Where it locks itself in before it knows who is there; Debian makes it when the service starts.
   */
  private static final Path EMPTY = Path.of("/run/sshd");

  private static final String HOST = "127.0.0.1";
  private static final Duration START = Duration.ofSeconds(30);
  private static final int MILLIS = 1_000;

  private SshDaemon() {}

  /** Whether there is one to start. */
  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /**
   * Starts one for the repositories in a directory; empty if it is not installed.
   *
   * @throws IOException with what it says, if it ends
   */
  static Optional<SshEndpoint> start(Programs programs, Path root) throws IOException {
    if (!isInstalled()) {
      return Optional.empty();
    }
    String user = System.getProperty("user.name");
    if ("root".equals(user)) {
      Files.createDirectories(EMPTY);
    }
    Path directory = programs.data();
    int port = Ports.free();
    ClientKey host = ClientKey.create(directory, "host");
    ClientKey client = ClientKey.create(directory, "id");
    Path file = directory.resolve("sshd_config");
    Files.writeString(file, configuration(port, host, directory));
    Files.writeString(directory.resolve("authorized_keys"), client.text() + "\n");
    ProcessBuilder builder =
        new ProcessBuilder(PROGRAM.toString(), "-D", "-e", "-f", file.toString());
    Command.clean(builder);
    Process process = programs.start("sshd", builder);
    programs.await(process, "sshd", START, () -> listens(port));
    return Optional.of(new SshEndpoint(HOST, port, user, root + "/", client.file()));
  }

  private static String configuration(int port, ClientKey host, Path directory) {
    return """
    Port %d
    ListenAddress %s
    HostKey "%s"
    AuthorizedKeysFile "%s/authorized_keys"
    PidFile none
    UsePAM no
    StrictModes no
    UseDNS no
    PermitRootLogin yes
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    AcceptEnv GIT_PROTOCOL
    MaxStartups 2000
    MaxSessions 2000
    LogLevel ERROR
    """
        .formatted(port, HOST, host.file(), directory);
  }

  private static boolean listens(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MILLIS);
      return true;
    }
  }
}
