package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.connector.Commands;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** Clients that have not signed in and send a byte and no more. */
class SlowBodiesTest {

  private static final int CLIENTS = 60;

  /** The sign-in page's answer to a form that is not its own. */
  private static final int WITHOUT_TOKEN = 403;

  /** Of a packet: longer than what Tomcat itself takes for an attack, shorter than the packet. */
  private static final String BEGINNING = "fff0" + "x".repeat(1500);

  private static TestingServer server;
  private static Repository repository;

  @TempDir static Path certificates;
  private static TestCertificate certificate;
  private static int plainPort;

  @BeforeAll
  static void start() throws Exception {
    plainPort = FreePort.next();
    certificate = TestCertificate.create(certificates);
    server =
        certificate
            .configure(TestingServer.builder())
            .with("server.additional-connector.1.port", Integer.toString(plainPort))
            .with("server.anonymous-body-timeout", "1s")
            .start();
    repository = TestingProjects.in(server).publicRepository();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void areRefusedOverHttp1() throws Exception {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(sendAByte(""));
    }
    for (Socket client : clients) {
      try (client) {
        assertThat(firstLine(client)).startsWith("HTTP/1.1 408 ");
      }
    }
    assertRuns();
  }

  @Test
  void areRefusedOnTheWayToHttp2() throws Exception {
    String upgrade =
        String.join(
            "\r\n",
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQAAP__",
            "");
    try (Socket client = sendAByte(upgrade)) {
      assertThat(firstLine(client)).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void areRefusedOverHttp2() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(certificate.trusted()).build();
    long before = server.get(BodyGate.class).refused();
    List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
    try {
      assertSpeaksHttp2(client);
      for (int i = 0; i < CLIENTS; i++) {
        SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>();
        responses.add(client.sendAsync(slow(body), BodyHandlers.ofString()));
        await().until(() -> body.getNumberOfSubscribers() > 0);
        body.submit(ByteBuffer.wrap(BEGINNING.getBytes(StandardCharsets.US_ASCII)));
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> server.get(BodyGate.class).refused() > before);
      // Tomcat itself closes a connection of which it had to reset too many streams.
      await().atMost(Duration.ofMinutes(1)).until(() -> server.get(Exchanges.class).running() == 0);
    } finally {
      client.shutdownNow();
    }
    assertThat(responses)
        .noneMatch(response ->
            response.state() == Future.State.SUCCESS && response.join().statusCode() == 200);
    assertRuns();
  }

  @Test
  void leavePlacesToOthers() throws Exception {
    BodyGate gate = server.get(BodyGate.class);
    List<BodyPlaces.Place> crowd = new ArrayList<>();
    for (int i = 0; i < gate.places(); i++) {
      crowd.add(gate.enter("192.0.2.1"));
    }
    try {
      String plain = "http://localhost:" + plainPort;
      assertThat(
              Commands.run(
                  List.of("git", "ls-remote", plain + "/scm/" + repository.path() + ".git")))
          .isEmpty();
      assertThat(status("j_username=nobody&j_password=nothing", "--http1.1"))
          .isEqualTo(WITHOUT_TOKEN);
      assertThat(status("j_username=nobody&j_password=nothing", "--http2-prior-knowledge"))
          .isEqualTo(WITHOUT_TOKEN);
      assertThat(crowd).as("A small body needs no place").noneMatch(BodyPlaces.Place::lost);
      assertThat(status("j_username=" + "n".repeat(20_000), "--http1.1")).isEqualTo(WITHOUT_TOKEN);
      assertThat(crowd.stream().filter(BodyPlaces.Place::lost)).hasSize(1);
      assertThat(status("text=" + "n".repeat(300_000), "--http1.1", "--cookie", "s=1"))
          .as("A form of somebody who may have a session")
          .isEqualTo(WITHOUT_TOKEN);
      long before = gate.refused();
      // It may be cut off while it sends.
      assertThat(post("j_username=" + "n".repeat(100_000), "--http1.1").output())
          .isNotEqualTo(Integer.toString(WITHOUT_TOKEN));
      assertThat(gate.refused())
          .as("More than anybody needs who has not signed in")
          .isGreaterThan(before);
    } finally {
      crowd.forEach(gate::leave);
    }
  }

  private static int status(String form, String... options) throws Exception {
    Commands.Result response = post(form, options);
    assertThat(response.exitCode()).as(response.output()).isZero();
    return Integer.parseInt(response.output());
  }

  private static Commands.Result post(String form, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("curl", "--silent", "--max-time", "30", "--output", "/dev/null"));
    Path file = Files.writeString(certificates.resolve("form"), form);
    command.addAll(List.of("--write-out", "%{http_code}", "--data", "@" + file));
    command.addAll(List.of(options));
    command.add("http://localhost:" + plainPort + "/j_atl_security_check");
    return Commands.tryRun(null, Map.of(), command);
  }

  private static void assertSpeaksHttp2(HttpClient client)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(https("/status")).build(), BodyHandlers.ofString());
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  private static HttpRequest slow(SubmissionPublisher<ByteBuffer> body) {
    return HttpRequest.newBuilder(https(uploadPack()))
        .header("Content-Type", "application/x-git-upload-pack-request")
        .POST(BodyPublishers.fromPublisher(body))
        .build();
  }

  private static URI https(String path) {
    return URI.create("https://localhost:" + server.httpUrl().getPort() + path);
  }

  private static String uploadPack() {
    return "/scm/" + repository.path() + ".git/git-upload-pack";
  }

  private static Socket sendAByte(String headers) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), plainPort);
    String head =
        "POST "
            + uploadPack()
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            + "Content-Type: application/x-git-upload-pack-request\r\n"
            + headers
            + "\r\n0";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String firstLine(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = socket.getInputStream().read();
    while (next >= 0 && next != '\r') {
      line.append((char) next);
      next = socket.getInputStream().read();
    }
    return line.toString();
  }

  private static void assertRuns() throws Exception {
    assertThat(
            Commands.run(
                List.of(
                    "curl",
                    "--silent",
                    "--max-time",
                    "30",
                    "http://localhost:" + plainPort + "/status")))
        .isEqualTo("{\"state\":\"RUNNING\"}");
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }
}
