package org.packhouse.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** Clients that have not signed in and send a byte and no more. */
class SlowBodiesTest {

  private static final int CLIENTS = 60;
  private static TestingServer server;
  private static Repository repository;

  @BeforeAll
  static void start() {
    server = TestingServer.builder().with("server.anonymous-body-timeout", "1s").start();
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
      clients.add(sendAByte());
    }
    for (Socket client : clients) {
      try (client) {
        assertThat(firstLine(client)).startsWith("HTTP/1.1 408 ");
      }
    }
    assertRuns();
  }

  @Test
  void areRefusedOverHttp2() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    long before = server.get(BodyGate.class).refused();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    try {
      upgrade(client);
      for (int i = 0; i < CLIENTS; i++) {
        SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>();
        answers.add(client.sendAsync(slow(body), BodyHandlers.ofString()));
        body.submit(ByteBuffer.wrap(new byte[] {'0'}));
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> server.get(BodyGate.class).refused() - before >= CLIENTS);
    } finally {
      client.shutdownNow();
    }
    assertThat(answers)
        .noneMatch(
            answer -> answer.state() == Future.State.SUCCESS && answer.join().statusCode() == 200);
    assertRuns();
  }

  private static void upgrade(HttpClient client) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + "/status")).build(),
            BodyHandlers.ofString());
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  private static HttpRequest slow(SubmissionPublisher<ByteBuffer> body) {
    return HttpRequest.newBuilder(URI.create(server.httpUrl() + uploadPack()))
        .header("Content-Type", "application/x-git-upload-pack-request")
        .POST(BodyPublishers.fromPublisher(body))
        .build();
  }

  private static String uploadPack() {
    return "/scm/" + repository.path() + ".git/git-upload-pack";
  }

  private static Socket sendAByte() throws IOException {
    Socket socket = new Socket("localhost", server.httpUrl().getPort());
    String head =
        "POST "
            + uploadPack()
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            + "Content-Type: application/x-git-upload-pack-request\r\n\r\n0";
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
                List.of("curl", "--silent", "--max-time", "5", server.httpUrl() + "/status")))
        .isEqualTo("{\"state\":\"RUNNING\"}");
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }
}
