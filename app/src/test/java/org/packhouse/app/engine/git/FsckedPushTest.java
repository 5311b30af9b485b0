package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.BLOB;
import static org.packhouse.app.engine.git.RawPush.COMMIT;
import static org.packhouse.app.engine.git.RawPush.NOTHING;
import static org.packhouse.app.engine.git.RawPush.TREE;
import static org.packhouse.app.engine.git.RawPush.commit;
import static org.packhouse.app.engine.git.RawPush.entry;
import static org.packhouse.app.engine.git.RawPush.id;
import static org.packhouse.app.engine.git.RawPush.join;
import static org.packhouse.app.engine.git.RawPush.pack;
import static org.packhouse.app.engine.git.RawPush.request;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

/** Small pushes, each of which is taken if {@code git index-pack --strict} takes its pack. */
class FsckedPushTest {

  private static final byte[] NO_BASE = new byte[0];
  private static final byte[] BYTES = {1, 2, 3};
  private static final int TAG = 4;
  private static final String FILE = "100644";
  private static final String LINK = "120000";
  private static final String PLAIN =
      "[submodule \"a\"]\n\tpath = a\n\turl = ../a.git\n\tbranch = main\n";

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private Pushing pushing;
  private GitFixture git;

  @BeforeEach
  void makeRepositories() {
    pushing = new Pushing(server, directory);
    git = GitFixture.bare(directory.resolve("judge.git"));
  }

  @Test
  void asGitTakesOrRefusesTheNamesOfTreeEntries() {
    SoftAssertions verdicts = new SoftAssertions();
    List<String> refused = new ArrayList<>();
    for (String name : names()) {
      for (String mode : List.of(FILE, LINK, "40000")) {
        if (!agrees(mode, name, "x = y\n", verdicts)) {
          refused.add(mode + " " + name);
        }
      }
    }
    verdicts.assertAll();
    assertThat(refused)
        .contains(
            "100644 .gIt\u200c",
            "100644 .g\u200cit",
            "100644 .git::$INDEX_ALLOCATION",
            "100644 .git\\x",
            "100644 a\\.git",
            "120000 gitmod~1",
            "120000 .gitmodules",
            "120000 .gitmodules:a",
            "120000 a\\gi7eba~1",
            "40000 .gitmodules")
        .doesNotContain("100644 .gitignore", "100644 git~", "120000 .gitattributes", "100644 con");
  }

  private static List<String> names() {
    return List.of(
        (".git|.GIT|.gIt\u200c|.g\u200cit|\ufeff.git|\u206a.git|.git\u202e|.git.|.git |.git. .|"
                + ".git:|.git::$INDEX_ALLOCATION|.git\\x|a\\.git|a\\b\\git~1|a\\b|\\|git~1|GIT~1|"
                + "git~1.|git~1:x|git~2|git~|git|gitmod~1|GITMOD~4|gitmod~5|gitmod~1 |gitmod~1:x|"
                + "gi7eba~1|gi7eb~10|g~100000|~1000000|gi7d29~1|gitatt~1|gitign~1|maba30~1|mailma~1|"
                + ".gitmodules|.GitModules|.gitmodules.|.gitmodules:a|.gitmodules x|.gitmodules2|"
                + ".gitm\u200dodules|\u200e.gitmodules|a\\.gitmodules|a\\gi7eba~1|.gitattributes|"
                + ".gitattributes |.GITATTRIBUTES|.gitatt\u200cributes|.gitignore|.gitignore.|"
                + ".mailmap|.github|.gitkeep|.gitlab-ci.yml|.gi|.|..|...|.g|con|nul.txt|a:b|a~1|"
                + "\u200c|\u200ca|caf\u00e9|\u2019quoted\u2019|\ufeffbom|.git\u00e9|~|g~1|-x")
            .split("\\|"));
  }

  @Test
  void asGitTakesOrRefusesWhatAGitmodulesSays() {
    SoftAssertions verdicts = new SoftAssertions();
    List<String> refused = new ArrayList<>();
    for (String url : urls()) {
      String content = "[submodule \"a\"]\n\tpath = a\n\turl = " + url + "\n";
      if (!agrees(FILE, ".gitmodules", content, verdicts)) {
        refused.add(url);
      }
    }
    for (String content : gitmodules()) {
      if (!agrees(FILE, ".gitmodules", content, verdicts)) {
        refused.add(content);
      }
    }
    verdicts.assertAll();
    assertThat(refused)
        .contains(
            "-ufoo",
            "https://x/%0aHost",
            "git://x/a%0ab",
            "./%0ax",
            "../..//a",
            "../../../:/x",
            "https://",
            "[submodule \"a\"]\n\tupdate = !cmd\n",
            "[submodule \"../a\"]\n\tpath = a\n")
        .doesNotContain("../x.git", "https://example.org/a.git", "git@example.org:a/b.git", PLAIN);
  }

  private static List<String> urls() {
    return List.of(
        "-ufoo",
        "https://x/%0aHost",
        "git://x/a%0ab",
        "./%0ax",
        "../..//a",
        "../../../:/x",
        "https://",
        "https:///a",
        "https://example.org/a.git",
        "https://user@example.org:8443/a/b",
        "https://example.org:99999/a",
        "https://example.org/../a",
        "https://example.org/a b",
        "http::https://example.org/%0a",
        "ftp://example.org/%0aa",
        "ssh://git@example.org:7999/a/b.git",
        "ssh://-oProxyCommand=x/a",
        "git@example.org:a/b.git",
        "file:///a",
        "ext::sh -c x",
        "../x.git",
        "../../a/x",
        "./x",
        "..",
        "../",
        "/a",
        "\"https://x/\\n\"",
        "\"../x\" # said",
        "a\\\n b",
        "%0a",
        "\"../x");
  }

  private static List<String> gitmodules() {
    return List.of(
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        "",
        "# nothing\n; here\n\n",
        "[submodule \"a\"]\n\tupdate = !cmd\n",
        "[submodule \"a\"]\n\tupdate = rebase\n\tshallow = true\n",
        "[submodule \"a\"]\n\tupdate = other\n",
        "[submodule \"a\"] update = !cmd\n",
        "[submodule \"a\"]\n\tUPDATE = !cmd\n",
        "[submodule \"../a\"]\n",
        "[submodule \"../a\"]\n\tpath = a\n",
        "[submodule \"a/../../b\"]\n\tpath = a\n",
        "[submodule \"a\\\\..\\\\b\"]\n\tpath = a\n",
        "[submodule \"\"]\n\tpath = a\n",
        "[submodule \"a..b\"]\n\tpath = a\n",
        "[submodule \"a b/c.d\"]\n\tpath = a b/c.d\n",
        "[submodule.a]\n\tupdate = !cmd\n",
        "[SubModule \"a\"]\n\turl = -x\n",
        "[submodule \"a\"]\n\tpath = -a\n",
        "[submodule \"a\"]\n\tpath\n",
        "[submodule \"a\"]\n\turl = -x\n[broken\n",
        "[broken\n[submodule \"a\"]\n\turl = -x\n",
        "\ufeff[submodule \"a\"]\n\turl = -x\n",
        "[submodule \"a\"]\n\turl = ../x\n\0[submodule \"b\"]\n\turl = -x\n",
        "[core]\n\tpager = x\n");
  }

  @Test
  void asGitTakesOrRefusesTheLinesOfGitattributes() {
    SoftAssertions verdicts = new SoftAssertions();
    List<Boolean> taken = new ArrayList<>();
    for (int length : new int[] {2000, 2047, 2048, 5000}) {
      String line = "a" + " ".repeat(length - 2) + "b";
      taken.add(agrees(FILE, ".gitattributes", "* text=auto\n" + line + "\n", verdicts));
      taken.add(agrees(FILE, ".gitattributes", line, verdicts));
    }
    verdicts.assertAll();
    assertThat(taken).containsExactly(true, true, true, true, false, false, false, false);
  }

  @Test
  void looksAtAGitmodulesThatCameBeforeUnderAnotherName() {
    String bad = "[submodule \"a\"]\n\tupdate = !cmd\n";
    byte[] blob = bad.getBytes(StandardCharsets.UTF_8);
    byte[] before = treeOf(FILE, "harmless", id("blob", blob));
    byte[] first = commit(id("tree", before));
    assertThat(
            send(
                "before",
                first,
                pack(
                    entry(COMMIT, NO_BASE, first),
                    entry(TREE, NO_BASE, before),
                    entry(BLOB, NO_BASE, blob))))
        .contains("ok refs/heads/before");
    byte[] tree = treeOf(FILE, ".gitmodules", id("blob", blob));
    byte[] commit = commit(id("tree", tree), id("commit", first));
    assertThat(
            send("after", commit, pack(entry(COMMIT, NO_BASE, commit), entry(TREE, NO_BASE, tree))))
        .contains("unpack index-pack failed", "gitmodulesUpdate");
  }

  @Test
  void asGitTakesOrRefusesTheHeadersOfCommitsAndTags() {
    String tree = id("tree", treeOf(FILE, "a", id("blob", BYTES)));
    String author = "author A <a@example.org> 1750000000 +0000\n";
    String committer = author.replace("author", "committer");
    String plain = "tree " + tree + "\n" + author + committer + "\nmessage\n";
    SoftAssertions verdicts = new SoftAssertions();
    List<Boolean> taken = new ArrayList<>();
    for (String commit :
        List.of(
            plain,
            plain.replace("\n\nmessage\n", "\n"),
            plain.replace("message", "mess\0age"),
            plain.replace("<a@example.org>", "a@example.org"),
            plain.replace("+0000", "UTC"),
            plain.replace(committer, author + committer),
            plain.replace("A <", "A\0<"),
            plain.replace("\n\nmessage\n", ""),
            plain.replace("1750000000", "01750000000"),
            plain.replace(committer, ""),
            plain.replace(tree, "1"))) {
      taken.add(agrees("commit", COMMIT, commit, verdicts));
    }
    String commit = id("commit", plain.getBytes(StandardCharsets.UTF_8));
    String tag = "object " + commit + "\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nsaid\n";
    for (String tagged :
        List.of(
            tag,
            tag.replace("tagger A <a@b> 1 +0000\n", ""),
            tag.replace("v1", "v..1"),
            tag.replace("said", "sa\0id"),
            tag.replace("type commit", "type other"),
            tag.replace("tag v1\n", ""),
            tag.replace(" 1 +", " 01 +"),
            tag.replace("v1", "v\0001"),
            tag.replace("\n\nsaid\n", ""))) {
      taken.add(agrees("tag", TAG, tagged, verdicts));
    }
    verdicts.assertAll();
    assertThat(taken).contains(true, false).startsWith(true);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 700_000})
  void bringsEachObjectOnceThatGitHadToJudge(int size) {
    byte[] filler = new byte[size];
    new Random(5).nextBytes(filler);
    byte[] blob = "[submodule \"a\"]\n\turl = \"../a.git\"\n".getBytes(StandardCharsets.UTF_8);
    byte[] tree =
        join(treeOf(FILE, ".gitmodules", id("blob", blob)), treeOf(FILE, "b", id("blob", filler)));
    byte[] commit = commit(id("tree", tree));
    assertThat(
            send(
                "main",
                commit,
                pack(
                    entry(COMMIT, NO_BASE, commit),
                    entry(TREE, NO_BASE, tree),
                    entry(BLOB, NO_BASE, blob),
                    entry(BLOB, NO_BASE, filler))))
        .contains("ok refs/heads/main");
    assertThat(pushing.bare().git("count-objects", "-v")).contains("in-pack: 4", "packs: 1");
    assertThat(pushing.bare().git("fsck", "--full")).isEmpty();
    assertThat(pushing.left()).isZero();
  }

  /** Whether both take it; that they agree is noted. */
  private boolean agrees(String mode, String name, String content, SoftAssertions verdicts) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    byte[] below = treeOf(FILE, "below", id("blob", bytes));
    String target = mode.equals("40000") ? id("tree", below) : id("blob", bytes);
    byte[] tree = treeOf(mode, name, target);
    byte[] commit = commit(id("tree", tree));
    byte[] pack =
        pack(
            entry(COMMIT, NO_BASE, commit),
            entry(TREE, NO_BASE, tree),
            entry(TREE, NO_BASE, below),
            entry(BLOB, NO_BASE, bytes));
    return agrees(
        mode + " " + name + ": " + content,
        pack,
        request(NOTHING, id("commit", commit), "refs/heads/b" + id("commit", commit) + mode, pack),
        verdicts);
  }

  /** The same for a commit or a tag of a commit that was taken. */
  private boolean agrees(String type, int number, String content, SoftAssertions verdicts) {
    byte[] object = content.getBytes(StandardCharsets.UTF_8);
    byte[] tree = treeOf(FILE, "a", id("blob", BYTES));
    byte[] pack =
        pack(
            entry(number, NO_BASE, object),
            entry(TREE, NO_BASE, tree),
            entry(BLOB, NO_BASE, BYTES));
    String ref = (number == TAG ? "refs/tags/of-" : "refs/heads/of-") + id(type, object);
    return agrees(content, pack, request(NOTHING, id(type, object), ref, pack), verdicts);
  }

  private boolean agrees(String what, byte[] pack, byte[] request, SoftAssertions verdicts) {
    GitFixture.Result judged =
        git.execute(
            List.of(
                "git",
                "index-pack",
                "--stdin",
                "--fix-thin",
                "--strict=" + LenientObjectChecker.forNativeGit()),
            pack);
    String response = RawPush.send(server, pushing.path(), request);
    boolean taken = response.contains("unpack ok");
    verdicts
        .assertThat(taken)
        .as("%s%ngit: %s%nserver: %s", what, judged.errors(), response)
        .isEqualTo(judged.exitCode() == 0);
    if (!taken) {
      verdicts.assertThat(response).as(what).contains("unpack index-pack failed");
    }
    return taken;
  }

  private String send(String branch, byte[] commit, byte[] pack) {
    return RawPush.send(
        server,
        pushing.path(),
        request(NOTHING, id("commit", commit), "refs/heads/" + branch, pack));
  }

  private static byte[] treeOf(String mode, String name, String target) {
    return join(
        (mode + " " + name + "\0").getBytes(StandardCharsets.UTF_8),
        HexFormat.of().parseHex(target));
  }
}
