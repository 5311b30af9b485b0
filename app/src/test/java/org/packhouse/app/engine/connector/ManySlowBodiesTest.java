package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;

/**
 * Two hundred clients that have not signed in and send a byte and no more, half of them over
 * HTTP/2, at a server with a small heap: it goes on serving and sheds them.
 */
@Tag("full")
@Tag("floods")
class ManySlowBodiesTest {

  private static final int CLIENTS_EACH = 100;
  private static final int STREAMS_PER_CONNECTION = 10;
  private static final String BEGINNING = "fff0" + "x".repeat(1500);

  @TempDir Path directory;

  @Test
  void leaveAServerOfSmallHeapServing() throws Exception {
    int tls = FreePort.next();
    TestCertificate certificate = TestCertificate.create(directory);
    try (ServerProcess server =
            ServerProcess.on(directory.resolve("home"), TestingDatabase.createMigrated())
                .with("server.additional-connector.1.port", Integer.toString(tls))
                .with("server.additional-connector.1.ssl.key-store", certificate.keyStore() + "")
                .with(
                    "server.additional-connector.1.ssl.key-store-password",
                    certificate.password());
        HttpClient client = HttpClient.newBuilder().sslContext(certificate.trusted()).build()) {
      server.start();
      String path = publicRepository(server);
      List<Socket> sockets = new ArrayList<>();
      List<HttpClient> clients = new ArrayList<>();
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      try {
        for (int i = 0; i < CLIENTS_EACH; i++) {
          sockets.add(sendAByte(URI.create(server.url()).getPort(), path));
        }
        URI https = URI.create("https://localhost:" + tls + path);
        for (int i = 0; i < CLIENTS_EACH / STREAMS_PER_CONNECTION; i++) {
          HttpClient slow = HttpClient.newBuilder().sslContext(certificate.trusted()).build();
          clients.add(slow);
          responses.addAll(sendABeginning(slow, https));
        }
        pushAndClone(server, path.substring(0, path.lastIndexOf('/')));
        for (Socket socket : sockets) {
          assertThat(statusLine(socket)).isIn("HTTP/1.1 408 ", "");
        }
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> responses.stream().allMatch(CompletableFuture::isDone));
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
        clients.forEach(HttpClient::shutdownNow);
      }
      assertThat(responses)
          .noneMatch(response ->
              response.state() == Future.State.SUCCESS && response.join().statusCode() == 200);
      HttpResponse<String> alive =
          client.send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + tls + "/status")).build(),
              BodyHandlers.ofString());
      assertThat(alive.body()).isEqualTo("{\"state\":\"RUNNING\"}");
      assertThat(server.logged()).doesNotContain("OutOfMemoryError");
    }
  }

  private static String publicRepository(ServerProcess server) throws Exception {
    server.create("/projects", "{\"key\":\"OPEN\",\"name\":\"Open\",\"public\":true}");
    server.create("/projects/OPEN/repos", "{\"name\":\"door\",\"public\":true}");
    return "/scm/open/door.git/git-upload-pack";
  }

  private void pushAndClone(ServerProcess server, String repository) {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String commit = work.commit("file", "content\n");
    work.git("push", server.urlAsAdmin(repository), "HEAD:refs/heads/main");
    GitFixture.in(directory).git("clone", "--quiet", server.urlAsAdmin(repository), "copy");
    assertThat(GitFixture.in(directory.resolve("copy")).git("rev-parse", "HEAD").strip())
        .isEqualTo(commit);
  }

  private static List<CompletableFuture<HttpResponse<String>>> sendABeginning(
      HttpClient client, URI target) {
    List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
    for (int i = 0; i < STREAMS_PER_CONNECTION; i++) {
      SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>();
      responses.add(
          client.sendAsync(
              HttpRequest.newBuilder(target)
                  .header("Content-Type", "application/x-git-upload-pack-request")
                  .POST(BodyPublishers.fromPublisher(body))
                  .build(),
              BodyHandlers.ofString()));
      await().until(() -> body.getNumberOfSubscribers() > 0);
      body.submit(ByteBuffer.wrap(BEGINNING.getBytes(StandardCharsets.US_ASCII)));
    }
    return responses;
  }

  private static Socket sendAByte(int port, String path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            + "Content-Type: application/x-git-upload-pack-request\r\n\r\n0";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** The beginning of the response; empty if the connection was closed without one. */
  private static String statusLine(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes(13), StandardCharsets.US_ASCII);
  }
}
