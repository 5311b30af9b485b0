package org.packhouse.app.engine.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.ascii;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingServer;

/** A native git that takes in a pack and still runs when its server has been killed. */
@Tag("full")
@Tag("crashes")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OrphanedIndexPackTest {

  /** Fits into the pipe to git: the server is rid of it though git reads nothing. */
  private static final int TAIL = 20_000;

  private static final byte[] NO_BASE = new byte[0];

  @TempDir private Path directory;

  @Test
  void changesNothingThoughItHasTheWholePack() throws Exception {
    orphan(true);
  }

  @Test
  void changesNothingWithAPartOfThePack() throws Exception {
    orphan(false);
  }

  private void orphan(boolean whole) throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    String tree = RawPush.id("tree", tree(content));
    byte[] commit = RawPush.commit(tree);
    String pushed = RawPush.id("commit", commit);
    byte[] pack =
        RawPush.pack(
            RawPush.entry(RawPush.BLOB, NO_BASE, content),
            RawPush.entry(RawPush.TREE, NO_BASE, tree(content)),
            RawPush.entry(RawPush.COMMIT, NO_BASE, commit));
    byte[] body = RawPush.request(RawPush.NOTHING, pushed, "refs/heads/orphan", pack);
    try (KilledServer killed = new KilledServer(directory)) {
      PushTarget target = killed.target("target");
      List<String> before = KilledServer.files(target.bare().directory());
      ProcessHandle orphan = leaveOrphan(killed, target, body, whole);
      try {
        killed.server.start();
        assertThat(orphan.isAlive()).isTrue();
        assertThat(killed.leftOfPushes()).as("left of pushes while git stands still").isEmpty();
        ServerProcess.signal(orphan, "CONT");
        Awaitility.await().atMost(KilledServer.LIMIT).until(() -> !orphan.isAlive());
      } finally {
        orphan.destroyForcibly();
      }
      Awaitility.await()
          .atMost(KilledServer.LIMIT)
          .untilAsserted(() -> assertThat(killed.leftOfPushes()).isEmpty());
      assertThat(KilledServer.files(target.bare().directory())).isEqualTo(before);
      assertThat(target.bare().run("cat-file", "-e", pushed).exitCode()).isNotZero();
      target.assertSound();
      assertThat(target.push(killed.server, killed.newCommit()).exitCode()).isZero();
      target.assertSound();
    }
  }

  private static byte[] tree(byte[] content) {
    byte[] id = java.util.HexFormat.of().parseHex(RawPush.id("blob", content));
    return RawPush.join(ascii("100644 file.bin\0"), id);
  }

  /** Kills the server while the git of its push stands still; returns that git. */
  private static ProcessHandle leaveOrphan(
      KilledServer killed, PushTarget target, byte[] body, boolean whole) throws Exception {
    URI server = URI.create(killed.server.url());
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
      client.setSoTimeout((int) KilledServer.LIMIT.toMillis());
      send(client, header(target, body.length));
      send(client, Arrays.copyOf(body, body.length - TAIL));
      ProcessHandle git = indexPack(killed, body.length - 2 * TAIL);
      ServerProcess.signal(git, "STOP");
      if (whole) {
        send(client, Arrays.copyOfRange(body, body.length - TAIL, body.length));
        // The server begins to answer when it has handed all to git, to keep the client waiting.
        byte[] response = client.getInputStream().readNBytes(12);
        assertThat(new String(response, ISO_8859_1)).isEqualTo("HTTP/1.1 200");
      }
      killed.server.kill();
      return git;
    }
  }

  private static void send(Socket client, byte[] bytes) throws IOException {
    client.getOutputStream().write(bytes);
    client.getOutputStream().flush();
  }

  /** The git of the push, once it has written that many bytes. */
  private static ProcessHandle indexPack(KilledServer killed, long written) {
    Path incoming = killed.repositories().resolve("incoming");
    Awaitility.await()
        .atMost(KilledServer.LIMIT)
        .ignoreExceptions()
        .until(() ->
            KilledServer.files(incoming).stream()
                .anyMatch(file ->
                    file.contains("tmp_pack")
                        && Long.parseLong(file.substring(file.indexOf(' ') + 1)) > written));
    return killed.server.children().stream()
        .filter(child -> child.info().commandLine().orElse("").contains(" index-pack "))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] header(PushTarget target, int length) {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    return ascii(
        String.join(
            "\r\n",
            "POST /scm" + target.path() + "/git-receive-pack HTTP/1.1",
            "Host: localhost",
            "Authorization: Basic " + Base64.getEncoder().encodeToString(ascii(credentials)),
            "Content-Type: application/x-git-receive-pack-request",
            "Content-Length: " + length,
            "",
            ""));
  }
}
