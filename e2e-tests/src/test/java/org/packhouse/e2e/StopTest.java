package org.packhouse.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/**
 * A server that is told to stop lets running clones come to their end, and leaves nothing behind.
 */
class StopTest {

  private static final int MEGABYTES = 24;

  @Test
  void letsRunningClonesOverHttpAndSshFinish(@TempDir Path directory) throws Exception {
    Shell ada = new Shell(directory);
    try (PackagedServer server = PackagedServer.builder(PackagedServer.newDirectory()).start()) {
      String tip = pushLarge(ada, server);
      server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
      InputStream http = startFetch(server, tip);
      Process ssh =
          ada.start("ssh.err", ada.ssh(server.sshPort(), "git-upload-pack '/stop/large.git'"));
      try {
        InputStream pack = ssh.getInputStream();
        skipAdvertisement(pack);
        ssh.getOutputStream().write(request(tip).getBytes(US_ASCII));
        ssh.getOutputStream().flush();
        byte[] begunOverHttp = http.readNBytes(1 << 16);
        byte[] begunOverSsh = pack.readNBytes(1 << 16);

        server.process().destroy();

        assertWhole(begunOverHttp, http.readAllBytes());
        assertWhole(begunOverSsh, pack.readAllBytes());
        assertThat(server.waitForEnd()).isIn(0, 143);
        assertThat(server.processes()).isEmpty();
        assertThat(ssh.waitFor()).as(Files.readString(directory.resolve("ssh.err"))).isZero();
      } finally {
        ssh.destroyForcibly();
      }
    }
  }

  private static String pushLarge(Shell ada, PackagedServer server) {
    Path work = ada.repository("large");
    byte[] noise = new byte[MEGABYTES << 20];
    new Random(1).nextBytes(noise);
    ada.commit(work, "noise", Base64.getEncoder().encodeToString(noise));
    server.rest().createRepository("STOP", "large");
    ada.git(work, "push", "-q", server.httpUrl("stop", "large"), "main");
    return ada.git(work, "rev-parse", "HEAD").strip();
  }

  private static void assertWhole(byte[] begin, byte[] rest) {
    assertThat(begin.length + (long) rest.length).isGreaterThan((long) MEGABYTES << 20);
    assertThat(new String(rest, rest.length - 4, 4, US_ASCII)).isEqualTo("0000");
  }

  private static void skipAdvertisement(InputStream stream) throws IOException {
    int length = Integer.parseInt(new String(stream.readNBytes(4), US_ASCII), 16);
    while (length > 0) {
      stream.skipNBytes(length - 4L);
      length = Integer.parseInt(new String(stream.readNBytes(4), US_ASCII), 16);
    }
  }

  private static String request(String tip) {
    String caps = " side-band-64k ofs-delta no-progress\n";
    String want = "want " + tip + caps;
    return "%04x%s00000009done\n".formatted(want.length() + 4, want);
  }

  private static InputStream startFetch(PackagedServer server, String tip)
      throws IOException, InterruptedException {
    String pair = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/scm/stop/large.git/git-upload-pack"))
            .header("Content-Type", "application/x-git-upload-pack-request")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .POST(HttpRequest.BodyPublishers.ofString(request(tip)))
            .build();
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }
}
