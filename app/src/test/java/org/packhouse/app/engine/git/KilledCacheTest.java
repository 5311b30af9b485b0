package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;

/** A server that is killed while it writes a response into its cache. */
@Tag("full")
@Tag("crashes")
class KilledCacheTest {

  private static final int NOISE = 40 * 1024 * 1024;
  private static final long BEGUN = 512 * 1024;

  @TempDir Path directory;

  @Test
  void servesNothingThatWasCutOff() throws Exception {
    Path home = directory.resolve("home");
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    byte[] noise = new byte[NOISE];
    new Random(11).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    String tip = source.commitAll("Noise");
    try (ServerProcess server =
        ServerProcess.on(home, TestingDatabase.createMigrated()).with("scm-cache.lead", "1MB")) {
      server.start();
      server.create("/projects", "{\"key\": \"CUT\", \"name\": \"Cut\"}");
      server.create("/projects/CUT/repos", "{\"name\": \"off\"}");
      String url = server.urlAsAdmin("/scm/cut/off.git");
      source.git("push", "--quiet", url, "main");
      String body = FetchKit.text(request(tip));
      try (Socket client = slowly(server, body)) {
        await().atMost(Duration.ofMinutes(1)).until(() -> written(home) > BEGUN);
        assertThat(written(home)).isLessThan(NOISE);
        server.kill();
        assertThat(client.isConnected()).isTrue();
      }
      server.start();
      try (Socket client = slowly(server, body)) {
        assertThat(client.getInputStream().readAllBytes()).hasSizeGreaterThan(NOISE);
      }
      source.git("clone", "--quiet", url, directory.resolve("copy").toString());
      assertThat(GitFixture.in(directory.resolve("copy")).git("fsck", "--full")).isEmpty();
      source.git("clone", "--quiet", url, directory.resolve("again").toString());
      assertThat(GitFixture.in(directory.resolve("again")).git("fsck", "--full")).isEmpty();
      assertThat(Files.readString(home.resolve("log/access.log"))).contains("clone, cache:hit");
    }
  }

  private static byte[] request(String tip) {
    return FetchKit.command("fetch", "no-progress", "ofs-delta", "want " + tip, "done");
  }

  private static Socket slowly(ServerProcess server, String body) throws IOException {
    URI url = URI.create(server.url());
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 * 1024);
    socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
    String credential =
        Base64.getEncoder()
            .encodeToString(
                (TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
    socket
        .getOutputStream()
        .write(
            ("POST /scm/cut/off.git/git-upload-pack HTTP/1.0\r\nHost: localhost\r\n"
                    + "Authorization: Basic "
                    + credential
                    + "\r\nGit-Protocol: version=2\r\n"
                    + "Content-Type: application/x-git-upload-pack-request\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body)
                .getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  /** Bytes in files of the cache. */
  private static long written(Path home) throws IOException {
    Path cache = home.resolve("caches/scm");
    if (!Files.isDirectory(cache)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
