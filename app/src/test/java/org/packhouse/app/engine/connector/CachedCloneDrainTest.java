package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.scmcache.ScmCache;

/** Slow clients of cached clones, when the server is told to stop. */
@Tag("full")
@Tag("clones")
class CachedCloneDrainTest {

  private static final int NOISE = 60 * 1024 * 1024;

  @TempDir Path directory;

  @Test
  void sendsCachedClonesToTheirEndOverHttpAndSsh() throws Exception {
    TestingServer server = TestingServer.builder().with("housekeeping.enabled", "false").start();
    try (TestingSsh ssh = TestingSsh.of(server)) {
      TestingPeople people = TestingPeople.of(server);
      User user = people.createUser(TestingPeople.uniqueName("slow"), "password-of-a-user");
      Path key = ssh.createKey(user);
      Repository repository = TestingProjects.in(server).repository();
      people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
      String tip = push(server, repository);

      long length = overHttp(server, repository, tip, () -> {});
      long overSsh = overSsh(ssh, key, repository, tip, () -> {});
      assertThat(length).isGreaterThan(NOISE);
      assertThat(overSsh).isGreaterThan(NOISE);
      assertThat(server.get(ScmCache.class).entries()).hasSize(2);

      HttpProtocol protocol =
          (HttpProtocol) server.get(HttpDrain.class).connectors().getFirst().getProtocolHandler();
      List<Thread> stopping = new ArrayList<>();
      long again =
          overHttp(
              server,
              repository,
              tip,
              () -> {
                await().until(() -> protocol.sendingFiles() == 1);
                long alsoAgain =
                    overSsh(
                        ssh,
                        key,
                        repository,
                        tip,
                        () -> {
                          stopping.add(Thread.ofPlatform().start(server::close));
                          awaitClosedPort(server);
                        });
                assertThat(alsoAgain).isEqualTo(overSsh);
              });
      assertThat(again).isEqualTo(length);
      assertThat(stopping.getFirst().join(Duration.ofSeconds(60))).isTrue();
    }
  }

  /** A step that is done once the first bytes have come. */
  private interface Meanwhile {
    void run() throws Exception;
  }

  private String push(TestingServer server, Repository repository) throws IOException {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    byte[] noise = new byte[NOISE];
    new Random(3).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    String tip = source.commitAll("Noise");
    source.git(
        "push",
        "--quiet",
        "http://%s:%s@localhost:%d/scm/%s.git"
            .formatted(
                TestingServer.ADMIN,
                TestingServer.ADMIN_PASSWORD,
                server.httpUrl().getPort(),
                repository.path()),
        "main");
    return tip;
  }

  private static long overHttp(
      TestingServer server, Repository repository, String tip, Meanwhile meanwhile)
      throws Exception {
    String body =
        packet("command=fetch\n")
            + packet("object-format=sha1\n")
            + "0001"
            + packet("no-progress\n")
            + packet("want " + tip + "\n")
            + packet("done\n")
            + "0000";
    String credential =
        Base64.getEncoder()
            .encodeToString(
                (TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
    String head =
        "POST /scm/"
            + repository.path()
            + ".git/git-upload-pack HTTP/1.0\r\nHost: localhost\r\n"
            + "Authorization: Basic "
            + credential
            + "\r\nGit-Protocol: version=2\r\n"
            + "Content-Type: application/x-git-upload-pack-request\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(64 * 1024);
      socket.connect(new InetSocketAddress("localhost", server.httpUrl().getPort()));
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      InputStream in = new BufferedInputStream(socket.getInputStream(), 4096);
      StringBuilder answered = new StringBuilder();
      while (answered.indexOf("\r\n\r\n") < 0) {
        answered.append((char) in.read());
      }
      assertThat(answered).startsWith("HTTP/1.1 200");
      return readAll(in, meanwhile);
    }
  }

  private long overSsh(
      TestingSsh ssh, Path key, Repository repository, String tip, Meanwhile meanwhile)
      throws Exception {
    List<String> line = new ArrayList<>(ssh.client(key));
    line.add("git@localhost");
    line.add("git-upload-pack '/" + repository.path() + ".git'");
    Process client =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      OutputStream stdin = client.getOutputStream();
      stdin.write(
          (packet("want " + tip + " side-band-64k ofs-delta no-progress\n")
                  + "0000"
                  + packet("done\n"))
              .getBytes(StandardCharsets.US_ASCII));
      stdin.flush();
      long length = readAll(new BufferedInputStream(client.getInputStream(), 4096), meanwhile);
      assertThat(client.waitFor()).isZero();
      return length;
    } finally {
      client.destroyForcibly();
    }
  }

  private static long readAll(InputStream in, Meanwhile meanwhile) throws Exception {
    long length = in.readNBytes(1000).length;
    meanwhile.run();
    byte[] block = new byte[64 * 1024];
    String end = "";
    for (int count = in.read(block); count >= 0; count = in.read(block)) {
      length += count;
      String tail = new String(block, 0, count, StandardCharsets.ISO_8859_1);
      String joined = end + tail.substring(Math.max(0, tail.length() - 4));
      end = joined.substring(Math.max(0, joined.length() - 4));
    }
    assertThat(end).as("the packet that ends a response").isEqualTo("0000");
    return length;
  }

  private static void awaitClosedPort(TestingServer server) {
    await()
        .until(() -> {
          try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress("localhost", server.httpUrl().getPort()));
            return false;
          } catch (IOException e) {
            return true;
          }
        });
  }

  private static String packet(String text) {
    return String.format(Locale.ROOT, "%04x%s", text.length() + 4, text);
  }
}
