package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;

/** Real git as the client, over HTTP. */
class CloneTest {

  @TempDir private Path directory;
  private GitFixture source;
  private GitFixture client;
  private FetchKit kit;

  @BeforeEach
  void makeRepositories() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    kit = new FetchKit();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void clonesEverythingInEachProtocolVersion(int version) {
    makeHistory();
    git(version, "clone", "--quiet", "--mirror", kit.url(), "copy.git");
    GitFixture copy = in("copy.git");
    assertThat(copy.git("show-ref", "--dereference"))
        .isEqualTo(source.git("show-ref", "--dereference"));
    assertThat(copy.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    await().until(() -> kit.running() == 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void startsOneProcessForACloneAndNoneToListRefs(int version) {
    makeHistory();
    long before = kit.processes();
    git(version, "ls-remote", kit.url());
    assertThat(kit.processes()).isEqualTo(before);
    git(version, "clone", "--quiet", kit.url(), "copy");
    assertThat(kit.processes()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void listsTheRefsThatGitWouldList(int version) {
    makeHistory();
    String expected = source.git("ls-remote", kit.directory().toString());
    assertThat(git(version, "ls-remote", kit.url())).isEqualTo(expected);
    assertThat(git(version, "ls-remote", "--symref", kit.url(), "HEAD"))
        .startsWith("ref: refs/heads/main\tHEAD");
    assertThat(git(version, "ls-remote", "--tags", kit.url()))
        .isEqualTo(source.git("ls-remote", "--tags", kit.directory().toString()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void clonesAnEmptyRepository(int version) {
    git(version, "clone", "--quiet", kit.url(), "copy");
    // Before v2 the protocol cannot say where an unborn HEAD points.
    String branch = version == 2 ? "main" : "master";
    assertThat(in("copy").git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/" + branch);
    assertThat(in("copy").git("for-each-ref")).isEmpty();
    assertThat(git(version, "ls-remote", kit.url())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void clonesShallowlyAndDeepensAndUnshallows(int version) {
    String first = source.commit("a", "1");
    source.commit("a", "2");
    source.commit("a", "3");
    source.commit("a", "4");
    kit.fill(source);
    git(version, "clone", "--quiet", "--depth", "1", kit.url(), "copy");
    GitFixture copy = in("copy");
    assertThat(count(copy)).isEqualTo("1");
    copy.git("-c", "protocol.version=" + version, "fetch", "--quiet", "--deepen", "1");
    assertThat(count(copy)).isEqualTo("2");
    copy.git("-c", "protocol.version=" + version, "fetch", "--quiet", "--unshallow");
    assertThat(count(copy)).isEqualTo("4");
    copy.git("cat-file", "-e", first);
    assertThat(copy.git("fsck", "--full")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void clonesWhatIsNotInAnotherBranchOrYoungerThanADate(int version) {
    source.commit("a", "1");
    source.git("branch", "old");
    source.commit("a", "2");
    source.commit("a", "3");
    kit.fill(source);
    git(version, "clone", "--quiet", "--shallow-exclude=old", kit.url(), "excluding");
    assertThat(count(in("excluding"))).isEqualTo("2");
    String date = source.git("log", "-1", "--format=%ct");
    git(version, "clone", "--quiet", "--shallow-since=" + date, kit.url(), "since");
    assertThat(count(in("since"))).isEqualTo("1");
  }

  @Test
  void refusesToCutHistoryAtARefThatIsNotThere() {
    source.commit("a", "1");
    kit.fill(source);
    var result =
        client.run("clone", "--quiet", "--shallow-exclude=nothing", kit.url(), "excluding");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors())
        .contains("deepen-not names \"nothing\", which is not one ref of this repository");
  }

  @ParameterizedTest
  @ValueSource(strings = {"blob:none", "blob:limit=1k", "tree:0", "combine:blob:none+tree:3"})
  void clonesPartiallyAndFetchesTheRestForTheCheckout(String filter) {
    for (int i = 0; i < 30; i++) {
      source.write("folder" + i % 3 + "/file" + i, "content ".repeat(500) + i);
    }
    source.commitAll("Many files");
    source.commit("directory0/file0", "changed");
    kit.fill(source);
    git(2, "clone", "--quiet", "--filter=" + filter, kit.url(), "copy");
    assertThat(in("copy").directory().resolve("directory0/file0")).hasContent("changed");
    assertThat(in("copy").git("status", "--porcelain")).isEmpty();
    assertThat(in("copy").git("log", "--oneline", "--stat")).contains("directory2/file29");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void clonesOneBranchWithItsTags(int version) {
    makeHistory();
    git(version, "clone", "--quiet", "--single-branch", "--branch", "side", kit.url(), "copy");
    assertThat(in("copy").git("branch", "--remotes")).doesNotContain("main");
    assertThat(in("copy").git("tag")).isEqualTo("nested\nv1");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void fetchesWhatIsNewAfterNegotiatingWithADivergedClient(int version) {
    source.commit("a", "0");
    kit.fill(source);
    git(version, "clone", "--quiet", kit.url(), "copy");
    GitFixture copy = in("copy");
    for (int i = 0; i < 80; i++) {
      copy.commit("mine", "mine " + i);
      source.commit("theirs", "theirs " + i);
    }
    kit.fill(source);
    copy.git("-c", "protocol.version=" + version, "fetch", "--quiet");
    assertThat(copy.git("rev-parse", "origin/main")).isEqualTo(source.git("rev-parse", "main"));
    assertThat(copy.git("fsck", "--full")).isEmpty();
  }

  @Test
  void fetchesWithARefspecOfEverything() {
    makeHistory();
    git(2, "clone", "--quiet", "--mirror", kit.url(), "copy.git");
    source.git("tag", "-a", "v2", "-m", "two");
    source.git("branch", "-D", "side");
    kit.fill(source);
    in("copy.git").git("fetch", "--quiet", "--prune");
    assertThat(in("copy.git").git("show-ref")).isEqualTo(source.git("show-ref"));
  }

  private void makeHistory() {
    source.commit("README", "hello");
    source.git("checkout", "--quiet", "-b", "side");
    source.commit("side", "1");
    source.git("tag", "-a", "v1", "-m", "one");
    source.git("checkout", "--quiet", "main");
    source.commit("README", "hello again");
    source.git("merge", "--quiet", "--no-ff", "-m", "Merge", "side");
    source.git("checkout", "--quiet", "-b", "feature/\u00e4");
    source.commit("feature", "1");
    source.git("tag", "light");
    source.git("tag", "-a", "nested", "-m", "tag of a tag", "v1");
    source.git("checkout", "--quiet", "main");
    kit.fill(source);
  }

  private String git(int version, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "-c";
    all[1] = "protocol.version=" + version;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return client.git(all);
  }

  private GitFixture in(String name) {
    return GitFixture.in(client.directory().resolve(name));
  }

  private static String count(GitFixture repository) {
    return repository.git("rev-list", "--count", "HEAD");
  }
}
