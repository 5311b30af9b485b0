package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Objects in the pool of a fork that are not the fork's. */
class ForeignObjectsTest {

  private static final String ZERO = "0".repeat(40);

  @TempDir private Path temporary;
  private ForkKit kit;
  private Repository fork;
  private String shared;
  private String secret;
  private String secretTree;
  private String secretBlob;

  @BeforeEach
  void makeAForkAndALaterCommitOfItsOrigin() throws IOException {
    kit = new ForkKit(temporary);
    shared = kit.push("main", "shared");
    fork = kit.fork();
    secret = kit.push("main", "secret");
    secretTree = kit.work.git("rev-parse", "HEAD^{tree}");
    secretBlob = kit.work.git("rev-parse", "HEAD:file");
    // Another fork brings it into the pool.
    kit.fork();
    assertThat(kit.git(fork).git("cat-file", "-t", secret)).isEqualTo("commit");
  }

  private GitFixture client() {
    return GitFixture.workTree(temporary.resolve("client" + System.nanoTime()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void cannotBeFetchedOverHttp(int version) {
    String protocol = "protocol.version=" + version;
    for (String id : List.of(secret, secretTree, secretBlob)) {
      GitFixture.Result refused = client().run("-c", protocol, "fetch", kit.url(fork), id);
      assertThat(refused.exitCode()).isNotZero();
      assertThat(refused.errors()).contains("not our ref " + id);
    }
    GitFixture client = client();
    client.git("-c", protocol, "fetch", "--quiet", kit.url(fork), shared);
    assertThat(client.git("rev-parse", "FETCH_HEAD")).isEqualTo(shared);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void cannotBeFetchedOverSsh(int version) {
    try (TestingSsh ssh = TestingSsh.of(kit.server)) {
      Path key = ssh.createKey(TestingPeople.of(kit.server).user(TestingServer.ADMIN));
      String url = "%s/%s/%s.git".formatted(kit.server.sshUrl(), fork.project().key(), fork.slug());
      GitFixture client =
          client()
              .with(
                  "GIT_SSH_COMMAND",
                  "ssh -F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -i "
                      + key);
      for (String id : List.of(secret, secretTree, secretBlob)) {
        GitFixture.Result refused =
            client.run("-c", "protocol.version=" + version, "fetch", url, id);
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.errors()).contains("not our ref " + id);
      }
      client.git("-c", "protocol.version=" + version, "fetch", "--quiet", url, shared);
      assertThat(client.git("rev-parse", "FETCH_HEAD")).isEqualTo(shared);
    }
  }

  @Test
  void servesWhatTheForkReachesInThePoolToPartialClones() {
    Path target = temporary.resolve("partial");
    kit.work.git("clone", "--quiet", "--filter=blob:none", kit.url(fork), target.toString());
    assertThat(target.resolve("file")).hasContent("shared");
  }

  @Test
  void isNotSeenByRest() {
    TestingRest rest = TestingRest.admin(kit.server);
    String path = "projects/%s/repos/%s/".formatted(fork.project().key(), fork.slug());
    assertThat(rest.get(path + "browse?at=" + shared).status()).isEqualTo(200);
    for (String operation :
        List.of(
            "commits/",
            "commits?until=",
            "commits?since=" + shared + "&until=",
            "browse?at=",
            "browse/file?at=",
            "raw/file?at=",
            "files?at=",
            "last-modified?at=",
            "archive?at=",
            "compare/commits?from=",
            "compare/changes?from=",
            "compare/diff?from=")) {
      for (String id : List.of(secret, secret.substring(0, 12))) {
        assertThat(rest.get(path + operation + id).status()).as(operation).isEqualTo(404);
      }
    }
    String branch = "{'name': 'steal', 'startPoint': '%s'}".formatted(secret);
    String utils = "/rest/branch-utils/1.0/" + path + "branches";
    assertThat(rest.post(utils, branch).status()).isEqualTo(404);
    assertThat(rest.post(path + "branches", branch).status()).isEqualTo(404);
  }

  @Test
  void cannotBeTakenByAPushThatNamesIt() throws Exception {
    String response = push(List.of(), secret);
    assertThat(response).contains("ng refs/heads/steal missing necessary objects");
  }

  @Test
  void cannotBeTakenByALargePushThatNamesIt() throws Exception {
    String response = push(List.of(large()), secret);
    assertThat(response).contains("ng refs/heads/steal missing necessary objects");
  }

  @Test
  void cannotBeTakenByATreeThatNamesAForeignFile() throws Exception {
    for (List<String> more : List.of(List.<String>of(), List.of(large()))) {
      for (String entry :
          List.of(
              "100644 blob %s\tx".formatted(secretBlob),
              "040000 tree %s\tx".formatted(secretTree))) {
        List<String> objects = new java.util.ArrayList<>(more);
        objects.add(tree(entry));
        objects.add(commit(objects.getLast(), shared));
        String response = push(objects, objects.getLast());
        assertThat(response).contains("ng refs/heads/steal missing necessary objects");
      }
    }
  }

  @Test
  void takesAPushThatNamesAFileOfItsOwnHistoryElsewhere() throws Exception {
    String sharedBlob = kit.work.git("rev-parse", shared + ":file");
    int number = 0;
    for (List<String> more : List.of(List.<String>of(), List.of(large()))) {
      List<String> objects = new java.util.ArrayList<>(more);
      objects.add(tree("100644 blob %s\tmoved%d".formatted(sharedBlob, number++)));
      objects.add(commit(objects.getLast(), shared));
      kit.work.run("push", "--quiet", kit.url(fork), ":refs/heads/steal");
      assertThat(push(objects, objects.getLast())).contains("ok refs/heads/steal");
    }
    kit.assertSound(fork);
  }

  private String large() {
    byte[] noise = new byte[3 << 20];
    new Random(7).nextBytes(noise);
    return execute(noise, "git", "hash-object", "-w", "--stdin");
  }

  private String tree(String entry) {
    return execute((entry + "\n").getBytes(StandardCharsets.UTF_8), "git", "mktree");
  }

  private String commit(String tree, String parent) {
    return kit.work.git("commit-tree", "-m", "steal", "-p", parent, tree);
  }

  private String execute(byte[] input, String... line) {
    GitFixture.Result result = kit.work.execute(List.of(line), input);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result.output().strip();
  }

  /** Pushes exactly those objects, as no honest client would. */
  private String push(List<String> objects, String tip) throws Exception {
    byte[] names = (String.join("\n", objects) + "\n").getBytes(StandardCharsets.UTF_8);
    String hash =
        execute(
            objects.isEmpty() ? new byte[0] : names,
            "git",
            "pack-objects",
            "--quiet",
            temporary.resolve("pack").toString());
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String command = ZERO + " " + tip + " refs/heads/steal\0report-status\n";
    body.writeBytes(
        "%04x%s0000".formatted(command.length() + 4, command).getBytes(StandardCharsets.UTF_8));
    body.writeBytes(
        hash.isEmpty()
            ? emptyPack()
            : Files.readAllBytes(temporary.resolve("pack-" + hash + ".pack")));
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    URI uri =
        URI.create(
            "%s/scm/%s/%s.git/git-receive-pack"
                .formatted(kit.server.httpUrl(), fork.project().key(), fork.slug()));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/x-git-receive-pack-request")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static byte[] emptyPack() throws Exception {
    byte[] header = {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, 0};
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    pack.writeBytes(header);
    pack.writeBytes(java.security.MessageDigest.getInstance("SHA-1").digest(header));
    return pack.toByteArray();
  }
}
