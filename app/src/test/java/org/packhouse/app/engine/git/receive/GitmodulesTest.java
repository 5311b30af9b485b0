package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** A {@code .gitmodules} that would harm who clones it, in packs of both kinds. */
class GitmodulesTest {

  private static final int BEYOND_IN_PROCESS = 2 * 1024 * 1024;

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isNoSymbolicLink(boolean large) {
    assertThat(push("120000", "../../etc/passwd", large)).contains("unpack");
    assertThat(refs()).doesNotContain("refs/heads/bad");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesNoOptionForAnAddress(boolean large) {
    assertThat(push("100644", "[submodule \"a\"]\npath = a\nurl = -ufoo\n", large))
        .contains("unpack");
    assertThat(refs()).doesNotContain("refs/heads/bad");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mayNameSubmodules(boolean large) {
    push("100644", "[submodule \"a\"]\npath = a\nurl = https://example.org/a.git\n", large);
    assertThat(refs()).contains("refs/heads/bad");
  }

  private String refs() {
    return GitFixture.in(directory).git("ls-remote", server.cloneUrl(repository));
  }

  private String push(String mode, String content, boolean large) {
    GitFixture git = GitFixture.workTree(directory);
    byte[] filler = new byte[large ? BEYOND_IN_PROCESS : 10];
    new Random(1).nextBytes(filler);
    String other = hash(git, filler);
    String blob = hash(git, content.getBytes(StandardCharsets.UTF_8));
    String tree =
        git.execute(
                List.of("git", "mktree"),
                "%s blob %s\t.gitmodules\n100644 blob %s\tz\n"
                    .formatted(mode, blob, other)
                    .getBytes(StandardCharsets.UTF_8))
            .output()
            .strip();
    String commit = git.git("commit-tree", "-m", "bad", tree);
    return git.run("push", server.cloneUrl(repository), commit + ":refs/heads/bad").errors();
  }

  private static String hash(GitFixture git, byte[] content) {
    return git.execute(List.of("git", "hash-object", "-w", "--stdin"), content).output().strip();
  }
}
