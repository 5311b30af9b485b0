package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.COMMIT;
import static org.packhouse.app.engine.git.RawPush.NOTHING;
import static org.packhouse.app.engine.git.RawPush.REF_DELTA;
import static org.packhouse.app.engine.git.RawPush.TREE;
import static org.packhouse.app.engine.git.RawPush.ascii;
import static org.packhouse.app.engine.git.RawPush.commit;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.id;
import static org.packhouse.app.engine.git.RawPush.join;
import static org.packhouse.app.engine.git.RawPush.line;
import static org.packhouse.app.engine.git.RawPush.pack;
import static org.packhouse.app.engine.git.RawPush.request;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

class BadPushTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final String REF = "refs/heads/main";
  private static final String EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private Pushing pushing;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(server, directory);
  }

  @AfterEach
  void changesNothingAndLeavesNothing() {
    assertThat(pushing.bare().git("for-each-ref")).isEmpty();
    assertThat(pushing.bare().git("count-objects", "-v")).contains("in-pack: 0", "count: 0");
    assertThat(pushing.left()).isZero();
    await().until(() -> server.get(GitProcesses.class).running() == 0);
  }

  private String send(byte[] body) {
    return RawPush.send(server, pushing.path(), body);
  }

  private static byte[] emptyTree() {
    return entry(TREE, NO_BASE, new byte[0]);
  }

  @Test
  void refusesATruncatedPack() {
    byte[] commit = commit(EMPTY_TREE);
    byte[] whole = pack(emptyTree(), entry(COMMIT, NO_BASE, commit));
    for (int length : new int[] {0, 3, 11, 12, 14, whole.length - 21, whole.length - 1}) {
      String response =
          send(request(NOTHING, id("commit", commit), REF, Arrays.copyOf(whole, length)));
      assertThat(response)
          .contains("unpack the pack ends before it is complete")
          .contains("ng " + REF);
    }
  }

  @Test
  void refusesGarbage() {
    byte[] noise = new byte[200_000];
    new Random(3).nextBytes(noise);
    assertThat(send(request(NOTHING, "1".repeat(40), REF, noise)))
        .contains("unpack this is no pack");
    byte[] commit = commit(EMPTY_TREE);
    byte[] pack = pack(emptyTree(), entry(COMMIT, NO_BASE, commit));
    pack[pack.length - 5] ^= 1;
    assertThat(send(request(NOTHING, id("commit", commit), REF, pack)))
        .contains("unpack index-pack");
  }

  @Test
  void namesThePackAsTheFaultIfGitDoesNotKnowItsVersionOrATypeInIt() {
    byte[] version = pack(emptyTree());
    version[7] = 9;
    byte[] unknown = pack(entry(0, NO_BASE, new byte[3]));
    byte[] reserved = pack(entry(5, NO_BASE, new byte[3]));
    byte[] wildDelta = {3, 3, (byte) 0xff, 1, 1};
    byte[] onItself = pack(entry(RawPush.OFS_DELTA, new byte[1], wildDelta));
    byte[] noCommand = {0, 3, 0, 1, 1};
    byte[] wild =
        pack(emptyTree(), entry(REF_DELTA, HexFormat.of().parseHex(EMPTY_TREE), noCommand));
    for (byte[] pack : List.of(version, unknown, reserved, onItself, wild)) {
      assertThat(send(request(NOTHING, "1".repeat(40), REF, pack)))
          .contains("unpack index-pack failed", "ng " + REF + " unpacker error")
          .doesNotContain("server failed");
    }
  }

  @Test
  void refusesATruncatedLargePack() {
    byte[] noise = new byte[3_000_000];
    new Random(4).nextBytes(noise);
    byte[] whole = pack(entry(BLOB, NO_BASE, noise));
    assertThat(send(request(NOTHING, id("blob", noise), REF, Arrays.copyOf(whole, 2_000_000))))
        .contains("unpack the pack ends before it is complete");
  }

  @Test
  void refusesWhatIsNoPacket() {
    assertThat(send(ascii("hello world"))).contains("ERR ");
    assertThat(send(ascii("0009hel"))).contains("ERR ");
    assertThat(send(line("no command at all"))).contains("ERR ");
    assertThat(send(join(line(NOTHING + " " + "1".repeat(40) + " " + REF)))).contains("ERR ");
    assertThat(send(ascii("0000"))).isEmpty();
    assertThat(send(new byte[0])).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void tellsRealGitWhyARequestIsRefused(int version) {
    GitFixture work = pushing.workTree("work" + version);
    work.commit("a", "1");
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(TestingPeople.of(server).user(TestingServer.ADMIN));
      GitFixture client =
          work.with(
              "GIT_SSH_COMMAND",
              "ssh -F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -i "
                  + key);
      for (String url : List.of(pushing.url(), server.sshUrl() + pushing.path())) {
        String push = "git -c protocol.version=%d push %%s %s HEAD:%%s".formatted(version, url);
        assertTold(
            client, push.formatted("", "refs/heads/$(printf '\\377')"), "A ref name is not UTF-8");
        assertTold(
            client,
            push.formatted("-o x ".repeat(1100), REF),
            "More than 1000 push options are not accepted");
      }
    }
  }

  private static void assertTold(GitFixture client, String command, String reason) {
    GitFixture.Result result = client.execute(List.of("sh", "-c", command), new byte[0]);
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains(reason).doesNotContain("bad band", "protocol error");
  }

  @Test
  void refusesSha256InOneSentence() {
    byte[] commands =
        join(
            line("0".repeat(64) + " " + "1".repeat(64) + " " + REF + "\0report-status"),
            ascii("0000"));
    assertThat(send(commands)).contains("SHA-256 repositories are not supported");
  }

  @Test
  void refusesASignedPushInOneSentence() {
    byte[] commands = join(line("push-cert\0report-status"), ascii("0000"));
    assertThat(send(commands)).contains("Signed pushes (git push --signed) are not supported");
  }

  @Test
  void refusesBranchesAndTagsThatBeginWithADash() {
    byte[] commit = commit(EMPTY_TREE);
    byte[] pack = pack(emptyTree(), entry(COMMIT, NO_BASE, commit));
    for (String name : new String[] {"refs/heads/-a", "refs/heads/--help", "refs/tags/-1"}) {
      assertThat(send(request(NOTHING, id("commit", commit), name, pack)))
          .as(name)
          .contains("ng " + name + " names of branches and tags do not begin with a dash");
    }
  }

  @Test
  void refusesNamesThatGitForbids() {
    byte[] commit = commit(EMPTY_TREE);
    byte[] pack = pack(emptyTree(), entry(COMMIT, NO_BASE, commit));
    for (String name :
        new String[] {
          "main", "refs/main", "refs/heads/", "refs/heads/a..b", "refs/heads/../../config",
          "refs/heads/a b", "refs/heads/a.lock", "refs/heads/-\u007f", "HEAD", "refs/heads//a",
          "refs/heads/a~1", "refs/heads/@{1}", "refs/heads/.a", "/refs/heads/a"
        }) {
      assertThat(send(request(NOTHING, id("commit", commit), name, pack)))
          .as(name)
          .contains("ng " + name + " funny refname");
    }
    String longName = "refs/heads/" + "a".repeat(300);
    assertThat(send(request(NOTHING, id("commit", commit), longName, pack)))
        .contains("ref name longer than");
  }

  @Test
  void refusesAPackThatLacksObjects() {
    byte[] noTree = commit("2".repeat(40));
    assertThat(
            send(request(NOTHING, id("commit", noTree), REF, pack(entry(COMMIT, NO_BASE, noTree)))))
        .contains("ng " + REF + " missing necessary objects");
    byte[] tree = join(ascii("100644 file\0"), HexFormat.of().parseHex("3".repeat(40)));
    byte[] noBlob = commit(id("tree", tree));
    assertThat(
            send(
                request(
                    NOTHING,
                    id("commit", noBlob),
                    REF,
                    pack(entry(TREE, NO_BASE, tree), entry(COMMIT, NO_BASE, noBlob)))))
        .contains("ng " + REF + " missing necessary objects");
    byte[] noParent = commit(EMPTY_TREE, "4".repeat(40));
    assertThat(
            send(
                request(
                    NOTHING,
                    id("commit", noParent),
                    REF,
                    pack(emptyTree(), entry(COMMIT, NO_BASE, noParent)))))
        .contains("ng " + REF + " missing necessary objects");
    assertThat(send(request(NOTHING, "5".repeat(40), REF, pack(emptyTree()))))
        .contains("ng " + REF + " missing necessary objects");
  }

  @Test
  void refusesATreeThatLeadsOutOfTheRepository() {
    byte[] blob = ascii("x");
    byte[] tree = join(ascii("100644 ..\0"), HexFormat.of().parseHex(id("blob", blob)));
    byte[] commit = commit(id("tree", tree));
    byte[] pack =
        pack(
            entry(BLOB, NO_BASE, blob), entry(TREE, NO_BASE, tree), entry(COMMIT, NO_BASE, commit));
    assertThat(send(request(NOTHING, id("commit", commit), REF, pack)))
        .contains("unpack index-pack failed")
        .contains("hasDotdot");
  }

  @Test
  void refusesAPackWhoseDeltasInflateToGigabytes() {
    byte[] base = new byte[1 << 16];
    byte[] baseId = HexFormat.of().parseHex(id("blob", base));
    byte[][] entries = new byte[21][];
    entries[0] = entry(BLOB, NO_BASE, base);
    for (int i = 1; i < entries.length; i++) {
      entries[i] = entry(REF_DELTA, baseId, repeatBase(base.length, 2000 + i));
    }
    assertThat(send(request(NOTHING, "6".repeat(40), REF, pack(entries))))
        .contains("unpack the pack inflates to more than 1073741824 bytes, which is the limit");
  }

  /** A delta that copies the whole base so many times. */
  private static byte[] repeatBase(int baseSize, int times) {
    ByteArrayOutputStream delta = new ByteArrayOutputStream();
    number(delta, baseSize);
    number(delta, (long) baseSize * times);
    for (int i = 0; i < times; i++) {
      // copy, offset 0, size 0, which means 0x10000
      delta.write(0x80);
    }
    return delta.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long left = value;
    while (left > 0x7f) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }
}
