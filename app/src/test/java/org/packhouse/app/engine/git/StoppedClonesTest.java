package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** A server process gets SIGTERM while clients take cached clones slowly. */
@Tag("full")
@Tag("clones")
class StoppedClonesTest {

  // More than clients and sockets on either side hold.
  private static final int NOISE = 100 * 1024 * 1024;
  private static final int BEGIN = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private final int tlsPort = FreePort.next();
  private final int sshPort = FreePort.next();
  private final List<Process> programs = new ArrayList<>();

  @Test
  void sendsCachedClonesToTheirEndOverEveryTransportAndEndsByItself() throws Exception {
    TestCertificate certificate = TestCertificate.create(directory);
    GitFixture source = source();
    RawClone clone =
        RawClone.like(ProtocolVersion.V2, List.of(source.git("rev-parse", "main")), "slow-client");
    try (ServerProcess server = configured(certificate);
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(certificate.trusted())
                .version(HttpClient.Version.HTTP_2)
                .build()) {
      server.start();
      fill(server, source);
      byte[] made = RawClone.pack(clone.ask(URI.create(server.url()), "slow/clones"));
      assertThat(made).hasSizeGreaterThan(NOISE);

      Map<String, InputStream> responses = new LinkedHashMap<>();
      responses.put("HTTP/1.1", begun(clone.ask(URI.create(server.url()), "slow/clones")));
      responses.put("HTTPS, HTTP/2", begun(overHttp2(client, clone)));
      responses.put("SSH", begun(overSsh(clone)));
      server.terminate();
      awaitClosedPorts(URI.create(server.url()).getPort(), tlsPort, sshPort);
      assertThat(server.isAlive()).isTrue();
      assertThat(server.children()).as("processes of git").isEmpty();

      for (Map.Entry<String, InputStream> response : responses.entrySet()) {
        assertThat(RawClone.pack(response.getValue())).as(response.getKey()).isEqualTo(made);
      }
      await().atMost(LIMIT).until(() -> !server.isAlive());
      assertThat(server.logged()).doesNotContain("cut off", "are stopped");
      assertThat(Files.readAllLines(directory.resolve("home/log/access.log")))
          .filteredOn(line -> line.contains("cache:hit"))
          .hasSize(responses.size());
    } finally {
      programs.forEach(Process::destroyForcibly);
    }
  }

  private ServerProcess configured(TestCertificate certificate) throws IOException {
    String tls = "server.additional-connector.1.";
    return ServerProcess.on(directory.resolve("home"), TestingDatabase.createMigrated())
        .with("server.ssh.port", Integer.toString(sshPort))
        .with(tls + "port", Integer.toString(tlsPort))
        .with(tls + "ssl.key-store", certificate.keyStore().toString())
        .with(tls + "ssl.key-store-password", certificate.password())
        .with("server.drain-timeout", "2m");
  }

  private GitFixture source() throws IOException {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    byte[] noise = new byte[NOISE];
    new Random(4).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    source.commitAll("Noise");
    return source;
  }

  private void fill(ServerProcess server, GitFixture source) throws Exception {
    server.create("/projects", "{\"key\": \"SLOW\", \"name\": \"Slow\"}");
    server.create("/projects/SLOW/repos", "{\"name\": \"clones\"}");
    source.git("push", "--quiet", server.urlAsAdmin("/scm/slow/clones.git"), "main");
    TestingSsh.run(directory, "ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", "key");
    server.addKey(Files.readString(directory.resolve("key.pub")).strip());
  }

  private InputStream overHttp2(HttpClient client, RawClone clone)
      throws IOException, InterruptedException {
    String credential = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(
                        "https://localhost:" + tlsPort + "/scm/slow/clones.git/git-upload-pack"))
                .header(
                    "Authorization",
                    "Basic "
                        + Base64.getEncoder()
                            .encodeToString(credential.getBytes(StandardCharsets.UTF_8)))
                .header("Git-Protocol", "version=2")
                .header("Content-Type", "application/x-git-upload-pack-request")
                .POST(BodyPublishers.ofByteArray(clone.request()))
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    return response.body();
  }

  private InputStream overSsh(RawClone clone) throws IOException {
    List<String> line =
        new ArrayList<>(TestingSsh.client(directory, directory.resolve("key"), sshPort));
    line.addAll(List.of("-o", "SendEnv=GIT_PROTOCOL", "git@localhost"));
    line.add("git-upload-pack '/slow/clones.git'");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("GIT_PROTOCOL", "version=2");
    Process program = builder.start();
    programs.add(program);
    program.getOutputStream().write(clone.request());
    program.getOutputStream().write(FetchKit.lines("0000"));
    program.getOutputStream().flush();
    return program.getInputStream();
  }

  /** The same response, of which the first bytes have come. */
  private static InputStream begun(InputStream response) throws IOException {
    return new SequenceInputStream(new ByteArrayInputStream(response.readNBytes(BEGIN)), response);
  }

  private static void awaitClosedPorts(int... ports) {
    await()
        .atMost(LIMIT)
        .until(() -> {
          for (int port : ports) {
            if (isOpen(port)) {
              return false;
            }
          }
          return true;
        });
  }

  private static boolean isOpen(int port) {
    try (Socket probe = new Socket()) {
      probe.connect(new InetSocketAddress("localhost", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
