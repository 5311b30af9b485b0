package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Ports;

/**
 * One node of a Packhouse server.
 *
 * @param home its own home
 */
record PackhouseNode(
    String name, Path home, int httpPort, int httpsPort, int sshPort, Certificate certificate) {

  static final String HOST = "127.0.0.1";

  private static final Duration START = Duration.ofMinutes(3);

  /** A node on free ports. */
  static PackhouseNode of(int number, Path home, Certificate certificate) {
    return new PackhouseNode(
        "node-" + number, home, Ports.free(), Ports.free(), Ports.free(), certificate);
  }

  URI http() {
    return URI.create("http://%s:%d".formatted(HOST, httpPort));
  }

  URI https() {
    return URI.create("https://%s:%d".formatted(HOST, httpsPort));
  }

  /**
   * Starts it and waits until it answers.
   *
   * @param given overrides what the lab sets; names that begin with a dash are flags of the JVM
   * @param build the source tree that it comes from; null for the lab's own
   * @throws IOException with what it said, if it ends instead
   */
  Process start(
      Programs programs,
      Map<String, String> settings,
      Map<String, String> given,
      @Nullable Path build)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.put("server.address", HOST);
    all.put("server.port", Integer.toString(httpPort));
    all.put("server.ssh.port", Integer.toString(sshPort));
    String https = "server.additional-connector.1.";
    all.put(https + "port", Integer.toString(httpsPort));
    all.put(https + "scheme", "https");
    all.put(https + "ssl.certificate", certificate.chain().toString());
    all.put(https + "ssl.certificate-private-key", certificate.key().toString());
    List<String> flags = new ArrayList<>();
    given.forEach((key, value) -> {
      if (key.startsWith("-")) {
        flags.add(key + value);
      } else {
        all.put(key, value);
      }
    });
    Files.createDirectories(home);
    ProcessBuilder server =
        build == null
            ? Launcher.server(home, all, flags)
            : Launcher.server(build, home, all, flags);
    Process process = programs.start(name, server);
    try (Rest rest = new Rest(http(), null)) {
      programs.await(process, name, START, () -> rest.send("GET", "/status", null).status() == 200);
    }
    return process;
  }
}
