package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Ports;
import org.packhouse.lab.process.Processes;
import org.packhouse.lab.target.Certificate;

/**
 * HAProxy and nginx in front of two nodes, with the configurations that are shipped: only names,
 * ports and places of files are others.
 */
public final class Balancers implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(30);

  private final Path directory;
  private final Certificate certificate;
  private final List<Process> processes = new ArrayList<>();
  private final int haproxyPort = Ports.free();
  private final int haproxySshPort = Ports.free();
  private final int nginxPort = Ports.free();

  private Balancers(Path directory) throws IOException {
    this.directory = directory;
    this.certificate = Certificate.create(directory);
  }

  /** Starts both before nodes, and waits until each passes on requests. */
  public static Balancers before(Path directory, PackagedServer one, PackagedServer two)
      throws IOException {
    Balancers balancers = new Balancers(directory);
    try {
      balancers.startHaproxy(one, two);
      balancers.startNginx(one, two);
      for (int port : List.of(balancers.haproxyPort, balancers.nginxPort)) {
        await()
            .atMost(START)
            .until(() -> new Rest(new Https(port).url()).status().orElse(0) == 200);
      }
      return balancers;
    } catch (IOException | RuntimeException e) {
      balancers.close();
      throw e;
    }
  }

  /** A port of HTTPS on this machine. */
  private record Https(int port) {

    URI url() {
      return URI.create("https://localhost:" + port);
    }
  }

  /** The base URL of HAProxy. */
  public URI haproxy() {
    return new Https(haproxyPort).url();
  }

  /** The base URL of nginx. */
  public URI nginx() {
    return new Https(nginxPort).url();
  }

  /** HAProxy's port of SSH. */
  public int sshPort() {
    return haproxySshPort;
  }

  private void startHaproxy(PackagedServer one, PackagedServer two) throws IOException {
    Path both = directory.resolve("both.pem");
    Files.writeString(
        both, Files.readString(certificate.chain()) + Files.readString(certificate.key()));
    String text =
        shipped("haproxy.cfg")
            .replace("    server node", "  server node")
            .replace("  # server node2", "  server node2")
            .replace("check port 7990 ", "check ");
    for (Node node : List.of(new Node("NODE_1-packhouse", one), new Node("NODE_2", two))) {
      text =
          text.replace(
                  "\"${%s}:7990\"".formatted(node.name), "127.0.0.1:" + node.server.url().getPort())
              .replace(
                  "\"${%s}:7999\"".formatted(node.name),
                  "127.0.0.1:%d port %d"
                      .formatted(node.server.sshPort(), node.server.url().getPort()));
    }
    assertThat(text).doesNotContain("${NODE_");
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), text);
    start(
        List.of("/usr/sbin/haproxy", "-db", "-f", file.toString()),
        Map.of(
            "CERTIFICATE",
            both.toString(),
            "HTTPS_BIND",
            "127.0.0.1:" + haproxyPort,
            "SSH_BIND",
            "127.0.0.1:" + haproxySshPort));
  }

  private record Node(String name, PackagedServer server) {}

  private void startNginx(PackagedServer one, PackagedServer two) throws IOException {
    String options = " max_fails=2 fail_timeout=5s;";
    String text =
        shipped("nginx.conf")
            .replace("server packhouse:7990", "server 127.0.0.1:" + one.url().getPort())
            .replace("# server packhouse2:7990", "server 127.0.0.1:" + two.url().getPort())
            .replace("listen 443 ", "listen 127.0.0.1:%d ".formatted(nginxPort))
            .replace("/etc/nginx/packhouse.crt", certificate.chain().toString())
            .replace("/etc/nginx/packhouse.key", certificate.key().toString())
            .replace("access_log off;", "access_log off;\n" + places());
    assertThat(text.split(options, -1)).hasSize(3);
    Path file =
        Files.writeString(
            directory.resolve("nginx.conf"),
            "daemon off;\npid %s/nginx.pid;\nerror_log stderr warn;\n%s"
                .formatted(directory, text));
    start(
        List.of("/usr/sbin/nginx", "-p", directory.toString(), "-e", "stderr", "-c", file + ""),
        Map.of());
  }

  private String places() {
    StringBuilder places = new StringBuilder();
    for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
      places.append("%s_temp_path %s/%s;\n".formatted(kind, directory, kind));
    }
    return places.toString();
  }

  private void start(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    String name = Path.of(command.getFirst()).getFileName().toString();
    builder.redirectOutput(directory.resolve(name + ".log").toFile());
    processes.add(builder.start());
  }

  private static String shipped(String file) throws IOException {
    return Files.readString(Launcher.root().resolve("docker").resolve(file));
  }

  @Override
  public void close() {
    processes.forEach(process -> Processes.end(process.toHandle()));
  }
}
