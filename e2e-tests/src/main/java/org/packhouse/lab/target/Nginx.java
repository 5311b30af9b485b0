package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.process.Ports;

/**
 * An nginx with a configuration, logs and directories of its own, on plain HTTP and on HTTPS with
 * HTTP/2.
 *
 * @param directory of its own
 * @param port of plain HTTP
 * @param tlsPort of HTTPS
 */
record Nginx(Path directory, int port, int tlsPort) {

  private static final String HOST = "127.0.0.1";
  private static final Duration START = Duration.ofSeconds(30);
  private static final List<String> PLACES =
      List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");

  /** One on free ports, not started yet. */
  static Nginx in(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("tmp"));
    return new Nginx(directory, Ports.free(), Ports.free());
  }

  URI http() {
    return URI.create("http://%s:%d".formatted(HOST, port));
  }

  URI https() {
    return URI.create("https://%s:%d".formatted(HOST, tlsPort));
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param locations what it serves, in the words of its configuration
   * @throws IOException if it is not installed, or with what it says, if it ends instead
   */
  void start(Programs programs, Certificate certificate, String locations) throws IOException {
    Path file = directory.resolve("nginx.conf");
    Files.writeString(file, configuration(certificate, locations));
    ProcessBuilder builder =
        new ProcessBuilder(
            program("nginx", "nginx-light"),
            "-p",
            directory.toString(),
            "-e",
            "stderr",
            "-c",
            file.toString());
    Command.clean(builder);
    Process process = programs.start("nginx", builder);
    try (Rest rest = new Rest(http(), null)) {
      programs.await(process, "nginx", START, () -> rest.send("GET", "/", null).status() > 0);
    }
  }

  private String configuration(Certificate certificate, String locations) {
    String user = System.getProperty("user.name");
    return """
    %s
    daemon off;
    worker_processes %d;
    worker_rlimit_nofile 16384;
    pid "%s/nginx.pid";
    error_log stderr warn;
    events {
      worker_connections 4096;
    }
    http {
      access_log off;
      default_type application/octet-stream;
      sendfile on;
      tcp_nopush on;
      keepalive_timeout 60s;
      client_max_body_size 0;
      client_body_temp_path "%s/tmp/body";
      fastcgi_temp_path "%s/tmp/fastcgi";
      proxy_temp_path "%s/tmp/proxy";
      uwsgi_temp_path "%s/tmp/uwsgi";
      scgi_temp_path "%s/tmp/scgi";
      ssl_certificate "%s";
      ssl_certificate_key "%s";
      ssl_session_cache shared:tls:1m;
      server {
        listen %s:%d backlog=1024;
        listen %s:%d ssl http2 backlog=1024;
    %s
      }
    }
    """
        .formatted(
            "root".equals(user) ? "user root;" : "",
            Runtime.getRuntime().availableProcessors(),
            directory,
            directory,
            directory,
            directory,
            directory,
            directory,
            certificate.chain(),
            certificate.key(),
            HOST,
            port,
            HOST,
            tlsPort,
            locations);
  }

  /**
   * Where a program is.
   *
   * @throws IOException if it is not installed, naming Debian's package
   */
  static String program(String name, String debianPackage) throws IOException {
    for (String place : PLACES) {
      Path file = Path.of(place, name);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    throw new IOException(
        "Stock git needs %s, which is not installed: install the package %s."
            .formatted(name, debianPackage));
  }
}
