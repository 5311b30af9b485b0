package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.TreeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks without native git, so that ordinary pushes start no program. */
class FsckCheckerTest {

  private static final ObjectId BLOB = ObjectId.fromString("1".repeat(40));

  private final FsckChecker checker = new FsckChecker();

  private void check(FileMode mode, String name) throws CorruptObjectException {
    TreeFormatter tree = new TreeFormatter();
    tree.append(name, mode, BLOB);
    checker.check(BLOB, Constants.OBJ_TREE, tree.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "g",
        "git",
        "gitmodules",
        "gradlew",
        "con",
        "a~1",
        "README~",
        "main.go~",
        ".g",
        ".gitignore",
        ".gitkeep",
        ".github",
        ".gitlab-ci.yml",
        ".git-blame-ignore-revs",
        ".mailmap",
        "caf\u00e9",
        "\u2019quoted\u2019",
        "\u200c",
        "a\u200db.txt",
        "\ufeffbom",
        "a:b",
        "...",
        "-x"
      })
  void takesOrdinaryNames(String name) throws CorruptObjectException {
    for (FileMode mode : new FileMode[] {FileMode.REGULAR_FILE, FileMode.SYMLINK, FileMode.TREE}) {
      check(mode, name);
    }
    assertThat(checker.gitmodules()).isEmpty();
    assertThat(checker.gitattributes()).isEmpty();
  }

  @Test
  void tellsTheBlobsWhoseContentCounts() throws CorruptObjectException {
    check(FileMode.REGULAR_FILE, ".gitmodules");
    assertThat(checker.gitmodules()).containsExactly(BLOB);
    check(FileMode.EXECUTABLE_FILE, ".gitattributes");
    assertThat(checker.gitattributes()).containsExactly(BLOB);
  }

  @Test
  void leavesToGitWhatIsNoFileThere() {
    for (FileMode mode : new FileMode[] {FileMode.SYMLINK, FileMode.TREE, FileMode.GITLINK}) {
      assertThatThrownBy(() -> check(mode, ".gitmodules"))
          .isInstanceOf(CorruptObjectException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# said\n\n[submodule \"a\"]\n\tpath = a\n\turl = ../a.git\n",
        "[submodule \"lib/a b\"]\r\n  path = lib/a b\r\n  url = https://example.org:8443/x/a.git\r\n",
        "[submodule \"a\"]\n\turl = git@example.org:x/a.git\n\tbranch = main\n\tupdate = rebase\n",
        "[submodule \"a\"]\n\turl = ssh://git@example.org:7999/x/a.git\n\tshallow = true"
      })
  void takesAnOrdinaryGitmodules(String content) {
    assertThat(FsckChecker.isPlainGitmodules(content.getBytes(StandardCharsets.UTF_8))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\turl = ../%0aa\n",
        "\turl = ../a\\\n",
        "\turl = \"../a\"\n",
        "\turl = ../a\r/b\n",
        "\tupdate = !a\n",
        "\tUpdate = none\n",
        "[submodule \"../a\"]\n",
        "[submodule \"a/..\"]\n",
        "[submodule.a]\n",
        "\ufeff# a\n",
        "# a\0\n"
      })
  void leavesAnyOtherGitmodulesToGit(String content) {
    assertThat(FsckChecker.isPlainGitmodules(content.getBytes(StandardCharsets.UTF_8))).isFalse();
  }
}
