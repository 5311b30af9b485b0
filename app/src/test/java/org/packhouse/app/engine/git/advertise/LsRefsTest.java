package org.packhouse.app.engine.git.advertise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;

/** Answers are compared with those of native git on the same repository. */
class LsRefsTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;

  @BeforeEach
  void makeRepositories() {
    source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
  }

  @Test
  void answersAsGitDoes() {
    source.commit("a", "1");
    source.git("branch", "topic/x");
    source.git("branch", "topix");
    source.git("branch", "zoo/\u00fc\ud83d\ude00");
    source.git("branch", "zoo/\uffe6");
    source.git("tag", "light");
    source.git("tag", "-a", "heavy", "-m", "heavy");
    source.git("tag", "-a", "outer", "-m", "outer", "heavy");
    kit.fill(source);
    kit.git().git("pack-refs", "--all");
    source.git("tag", "-a", "loose", "-m", "loose");
    kit.fill(source);
    assertLikeGit();
    assertLikeGit("peel", "symrefs");
    assertLikeGit("peel", "symrefs", "unborn", "ref-prefix refs/heads/", "ref-prefix refs/tags/");
    assertLikeGit("symrefs", "ref-prefix HEAD", "ref-prefix refs/heads/topi");
    assertLikeGit("ref-prefix nothing");
  }

  @Test
  void answersAsGitDoesWhileHeadIsUnborn() {
    assertLikeGit("symrefs", "unborn");
    assertLikeGit("symrefs");
    source.commit("a", "1");
    source.git("branch", "other");
    source.git("push", "--quiet", kit.directory().toString(), "other");
    assertLikeGit("symrefs", "unborn", "peel");
  }

  private void assertLikeGit(String... arguments) {
    byte[] request = FetchKit.command("ls-refs", arguments);
    String git =
        kit.git()
            .with("GIT_PROTOCOL", "version=2")
            .execute(List.of("git", "upload-pack", "--stateless-rpc", "."), request)
            .output();
    assertThat(FetchKit.text(kit.ask(ProtocolVersion.V2, request))).isEqualTo(git);
  }
}
