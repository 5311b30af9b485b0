package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

/**
 * Pushes that name, and do not bring, what the repository has only in a cruft pack: housekeeping
 * may remove that before the refs have moved.
 */
class UnreachableObjectsTest {

  private static final int BEYOND_IN_PROCESS = 2 * 1024 * 1024;
  private static final String ZERO = "0".repeat(40);

  @TempDir Path temporary;

  private final TestingServer server = TestingServer.shared();
  private HousekeepingKit kit;
  private GitFixture work;
  private String lost;

  /** A branch was deleted, and what it alone reached is in a cruft pack. */
  @BeforeEach
  void makeCruft() throws IOException {
    kit = new HousekeepingKit(server, temporary);
    work = kit.work;
    kit.push(2);
    work.git("checkout", "--quiet", "-b", "side");
    lost = work.commit("secret", "a file that goes with its branch");
    work.git("push", "--quiet", "origin", "side");
    work.git("push", "--quiet", "origin", ":side");
    work.git("checkout", "--quiet", "main");
    Housekeeping housekeeping = server.get(Housekeeping.class);
    assertThat(housekeeping.run(kit.repository.id(), true)).isTrue();
    kit.age();
    assertThat(housekeeping.run(kit.repository.id(), false)).isTrue();
    assertThat(kit.packs.packs()).hasSize(2).anyMatch(Pack::cruft);
    // The server lists the packs every few seconds.
    await()
        .until(() -> {
          try (PackedRepository kept =
              server.get(RepositoryDirectories.class).openPacked(kit.repository.id())) {
            return !kept.keepsAll();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areNotReliedUpon(boolean large) throws Exception {
    String commit = commitOn("main", large);
    assertThat(push(commit, false)).contains("ng refs/heads/crafted missing necessary objects");
    assertThat(push(lost, true)).contains("ng refs/heads/crafted missing");
    // A client that brings them is welcome.
    work.git("push", "--quiet", "origin", commit + ":refs/heads/honest");
    assertThat(kit.stored.git("rev-parse", "honest")).isEqualTo(commit);
    kit.assertSound();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areReliedUponOnceARefReachesThem(boolean large) throws Exception {
    kit.stored.git("update-ref", "refs/heads/side", lost);
    String commit = commitOn("side", large);
    assertThat(push(commit, false)).contains("ok refs/heads/crafted");
    kit.assertSound();
  }

  /** A commit whose tree names the file of the deleted branch. */
  private String commitOn(String branch, boolean large) throws IOException {
    work.git("checkout", "--quiet", branch);
    work.git("checkout", "--quiet", lost, "--", "secret");
    byte[] filler = new byte[large ? BEYOND_IN_PROCESS : 10];
    new Random(large ? 1 : 2).nextBytes(filler);
    Files.write(work.directory().resolve("filler"), filler);
    return work.commitAll("crafted");
  }

  /** Pushes a commit with its tree and its filler, and leaves out what else it needs. */
  private String push(String commit, boolean empty) throws Exception {
    String ids =
        empty
            ? ""
            : commit
                + "\n"
                + work.git("rev-parse", commit + "^{tree}")
                + "\n"
                + work.git("rev-parse", commit + ":filler")
                + "\n";
    Path list = Files.writeString(temporary.resolve("ids"), ids);
    Path pack = temporary.resolve("crafted.pack");
    Process git =
        new ProcessBuilder("git", "pack-objects", "--stdout", "--quiet")
            .directory(work.directory().toFile())
            .redirectInput(list.toFile())
            .redirectOutput(pack.toFile())
            .start();
    assertThat(git.waitFor()).isZero();
    byte[] command =
        (ZERO + " " + commit + " refs/heads/crafted\0report-status")
            .getBytes(StandardCharsets.US_ASCII);
    HttpRequest.BodyPublisher body =
        BodyPublishers.concat(
            BodyPublishers.ofString("%04x".formatted(command.length + 4)),
            BodyPublishers.ofByteArray(command),
            BodyPublishers.ofString("0000"),
            BodyPublishers.ofFile(pack));
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    server.httpUrl() + "/scm/" + kit.repository.path() + ".git/git-receive-pack"))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.US_ASCII)))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(body)
            .build();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(request, BodyHandlers.ofString(StandardCharsets.ISO_8859_1)).body();
    }
  }
}
