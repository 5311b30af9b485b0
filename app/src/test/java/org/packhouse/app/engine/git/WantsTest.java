package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.GitFixture.Result;

/** Objects that a client may want, in every protocol version alike. */
class WantsTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;

  @BeforeEach
  void makeRepositories() {
    source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void servesAnOldCommitThatABranchReaches(ProtocolVersion protocol) {
    String old = source.commit("a", "1");
    source.commit("a", "2");
    source.commit("a", "3");
    kit.fill(source);
    assertServed(protocol, old);
  }

  @Test
  void servesAnOldCommitToRealGit() {
    String old = source.commit("a", "1");
    source.commit("a", "2");
    kit.fill(source);
    for (int version : new int[] {0, 2}) {
      GitFixture client = GitFixture.workTree(directory.resolve("client" + version));
      client.git("-c", "protocol.version=" + version, "fetch", "--quiet", kit.url(), old);
      assertThat(client.git("rev-parse", "FETCH_HEAD")).isEqualTo(old);
    }
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void servesATipForTenMinutesAfterItsBranchHasMoved(ProtocolVersion protocol) throws IOException {
    String kept = source.commit("a", "1");
    String lost = source.commit("a", "lost");
    kit.fill(source);
    kit.move("refs/heads/main", kept);
    assertServed(protocol, lost);
    kit.elevenMinutesPass();
    assertRefused(protocol, lost);
  }

  @Test
  void refusesACommitThatWasPushedAwayToRealGitWithTheSameWordsInEachVersion() throws IOException {
    String kept = source.commit("a", "1");
    String lost = source.commit("a", "lost");
    kit.fill(source);
    kit.move("refs/heads/main", kept);
    kit.elevenMinutesPass();
    for (int version : new int[] {0, 2}) {
      GitFixture client = GitFixture.workTree(directory.resolve("client" + version));
      Result result = client.run("-c", "protocol.version=" + version, "fetch", kit.url(), lost);
      assertThat(result.exitCode()).isNotZero();
      assertThat(result.errors()).contains("upload-pack: not our ref " + lost);
    }
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void refusesTheHistoryBehindATipThatHasGone(ProtocolVersion protocol) throws IOException {
    String kept = source.commit("a", "1");
    String between = source.commit("a", "2");
    source.commit("a", "3");
    kit.fill(source);
    kit.move("refs/heads/main", kept);
    assertRefused(protocol, between);
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void refusesABlobOfAnotherRepository(ProtocolVersion protocol) {
    source.commit("a", "1");
    kit.fill(source);
    FetchKit other = new FetchKit();
    GitFixture otherSource = GitFixture.workTree(directory.resolve("other"));
    otherSource.commit("secret", "of another repository");
    other.fill(otherSource);
    assertRefused(protocol, otherSource.git("rev-parse", "HEAD:secret"));
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void servesTreesAndBlobsOfItsOwn(ProtocolVersion protocol) {
    source.commit("sub/a", "1");
    source.commit("sub/a", "2");
    kit.fill(source);
    assertServed(protocol, source.git("rev-parse", "HEAD~:sub/a"));
    assertServed(protocol, source.git("rev-parse", "HEAD~:sub"));
  }

  @Test
  void refusesWhatOnlyAHiddenRefKeeps() {
    source.commit("a", "1");
    kit.fill(source);
    String hidden = source.commit("a", "2");
    source.git("push", "--quiet", kit.directory().toString(), "HEAD:refs/packhouse/keep/1");
    assertRefused(ProtocolVersion.V0, hidden);
    assertRefused(ProtocolVersion.V2, hidden);
  }

  @Test
  void refusesATagThatWasDeletedAndServesOneInsideAnother() {
    source.commit("a", "1");
    source.git("tag", "-a", "inner", "-m", "inner");
    source.git("tag", "-a", "outer", "-m", "outer", "inner");
    source.git("tag", "-a", "gone", "-m", "gone");
    String inner = source.git("rev-parse", "inner");
    String gone = source.git("rev-parse", "gone");
    kit.fill(source);
    source.git("tag", "-d", "inner", "gone");
    kit.fill(source);
    assertServed(ProtocolVersion.V2, inner);
    assertRefused(ProtocolVersion.V2, gone);
  }

  @Test
  void forgetsWhatItRememberedWhenTheRefsMove() throws IOException {
    String first = source.commit("a", "1");
    String second = source.commit("a", "2");
    source.commit("a", "3");
    kit.fill(source);
    assertServed(ProtocolVersion.V2, second);
    kit.move("refs/heads/main", first);
    kit.elevenMinutesPass();
    assertRefused(ProtocolVersion.V2, second);
  }

  @Test
  void showsAndServesPullRequestRefs() {
    source.commit("a", "1");
    kit.fill(source);
    String inside = source.commit("a", "2");
    String head = source.commit("a", "3");
    source.git("push", "--quiet", kit.directory().toString(), "HEAD:refs/pull-requests/7/from");
    assertThat(source.git("ls-remote", kit.url())).contains(head + "\trefs/pull-requests/7/from");
    assertServed(ProtocolVersion.V0, inside);
    assertServed(ProtocolVersion.V2, inside);
  }

  @Test
  void startsNoProcessForWhatItRefuses() {
    source.commit("a", "1");
    kit.fill(source);
    long before = kit.processes();
    assertRefused(ProtocolVersion.V2, "1".repeat(40));
    assertRefused(ProtocolVersion.V0, "1".repeat(40));
    assertThat(kit.processes()).isEqualTo(before);
  }

  private void assertServed(ProtocolVersion protocol, String id) {
    assertThat(FetchKit.text(want(protocol, id))).contains("PACK").doesNotContain("ERR");
  }

  private void assertRefused(ProtocolVersion protocol, String id) {
    assertThat(FetchKit.text(want(protocol, id)))
        .isEqualTo("0049ERR upload-pack: not our ref " + id);
  }

  private byte[] want(ProtocolVersion protocol, String id) {
    byte[] request =
        protocol == ProtocolVersion.V2
            ? FetchKit.command("fetch", "no-progress", "want " + id, "done")
            : FetchKit.lines("want " + id + " side-band-64k no-progress", "0000", "done");
    return kit.ask(protocol, request);
  }
}
