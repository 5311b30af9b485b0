package org.packhouse.app.source.browse.lastchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class LastChangesTest {

  private static final int ALL = 1_000_000;

  private final TestingServer server = TestingServer.shared();
  private final LastChanges changes = server.get(LastChanges.class);
  private final LastChangeIndex index = server.get(LastChangeIndex.class);
  private final JdbcClient jdbc = server.get(JdbcClient.class);
  private final Repository repository = TestingProjects.in(server).repository();

  @TempDir Path directory;
  private GitFixture git;

  @BeforeEach
  void create() {
    git = GitFixture.workTree(directory.resolve("work"));
  }

  private void push(String... refspecs) {
    for (String refspec : refspecs) {
      git.git("push", "-q", server.cloneUrl(repository), refspec);
    }
  }

  private OpenRepository open() throws IOException {
    return server.get(OpenRepositories.class).open(repository.id());
  }

  private boolean isIndexed(String commit) {
    return server.get(LastChangeRows.class).hasRoot(repository.id(), ObjectId.fromString(commit));
  }

  private void awaitIndexed(String commit) {
    await().atMost(Duration.ofSeconds(60)).until(() -> isIndexed(commit));
  }

  private Map<String, String> find(String commit, String directory, int most) throws IOException {
    try (OpenRepository open = open()) {
      Map<String, String> found = new TreeMap<>();
      Trees trees = server.get(Trees.class);
      TreeEntry tree = trees.find(open, commit, TreePath.of(directory)).orElseThrow();
      List<TreePath> entries =
          trees.list(open, tree, 0, 100).entries().stream().map(TreeEntry::path).toList();
      changes
          .find(open, commit, TreePath.of(directory), entries, most)
          .commits()
          .forEach((path, id) -> found.put(path.display(), id));
      return found;
    }
  }

  @Test
  void knowsTheTipOfANewDefaultBranchSoon() throws IOException {
    String first = git.commit("a/b/c", "1");
    String second = git.commit("d", "1");
    push("HEAD:refs/heads/main");
    awaitIndexed(second);

    assertThat(find(second, "", 0)).isEqualTo(Map.of("a", first, "d", second));
    assertThat(find(second, "a", 0)).isEqualTo(Map.of("a/b", first));
    assertThat(find(second, "a/b", 0)).isEqualTo(Map.of("a/b/c", first));
  }

  @Test
  void walksOverTheHistoryThatManyOldBranchesShareOnce() throws IOException {
    StringBuilder history = new StringBuilder();
    for (int i = 1; i <= 1400; i++) {
      history.append(imported("main", i, i == 1 ? 0 : i - 1, "a/" + i % 10));
    }
    for (int branch = 1; branch <= 4; branch++) {
      history.append(imported("b" + branch, 1400 + branch, 200 * branch, "b"));
    }
    git.execute(
        List.of("git", "fast-import", "--quiet"),
        history.toString().getBytes(StandardCharsets.UTF_8));
    push("main", "refs/heads/b*:refs/heads/b*");
    List.of("main", "b1", "b2", "b3", "b4").forEach(tip -> awaitIndexed(git.git("rev-parse", tip)));

    for (int branch = 1; branch <= 4; branch++) {
      String tip = git.git("rev-parse", "b" + branch);
      assertThat(isIndexed(git.git("rev-parse", tip + "~"))).as("fork of %s", branch).isTrue();
      assertThat(find(tip, "", 0))
          .isEqualTo(Map.of("a", git.git("rev-parse", tip + "~"), "b", tip));
    }
    assertThat(isIndexed(git.git("rev-parse", "b4~2"))).isFalse();
  }

  private static String imported(String branch, int mark, int from, String path) {
    return """
    commit refs/heads/%s
    mark :%d
    committer Ada <ada@example.org> %d +0000
    data 0
    %sM 100644 inline %s
    data <<END
    %d
    END

    """
        .formatted(
            branch,
            mark,
            1_700_000_000 + mark,
            from == 0 ? "" : "from :" + from + "\n",
            path,
            mark);
  }

  @Test
  void isRightOfOldCommitsAndAfterAForcedPushAndOfADeletedBranch() throws IOException {
    String first = git.commit("a", "1");
    String second = git.commit("a", "2");
    push("HEAD:refs/heads/main", "HEAD:refs/heads/other");
    awaitIndexed(second);
    git.git("reset", "-q", "--hard", first);
    String forced = git.commit("b", "1");
    push("+HEAD:refs/heads/main", ":refs/heads/other");

    assertThat(find(forced, "", ALL)).isEqualTo(Map.of("a", first, "b", forced));
    assertThat(find(first, "", ALL)).isEqualTo(Map.of("a", first));
    assertThat(find(second, "", ALL)).isEqualTo(Map.of("a", second));
  }

  @Test
  void tellsWhatItHasNotFoundAndFindsItInTheBackground() throws IOException {
    String first = git.commit("a", "1");
    String old = git.commit("b", "1");
    String tip = git.commit("c", "1");
    push("HEAD:refs/heads/main");
    awaitIndexed(tip);
    assertThat(find(old, "", 1)).isEqualTo(Map.of("b", old));
    awaitIndexed(old);

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(find(old, "", 1)).isEqualTo(Map.of("a", first, "b", old)));
  }

  @Test
  void indexesWhatIsViewedFarFromAnIndexedCommit() throws IOException {
    String first = git.commit("a", "1");
    push("HEAD:refs/heads/main");
    awaitIndexed(first);
    String near = git.commit("b", "1");
    push("HEAD:refs/heads/main");
    assertThat(find(near, "", LastChanges.ON_A_PAGE)).isEqualTo(Map.of("a", first, "b", near));
    StringBuilder history = new StringBuilder();
    for (int i = 1; i <= 300; i++) {
      history.append(imported("far", i, i - 1, i == 1 ? "a" : "c"));
    }
    git.execute(
        List.of("git", "fast-import", "--quiet"),
        history.toString().getBytes(StandardCharsets.UTF_8));
    push("far");
    String far = git.git("rev-parse", "far");

    assertThat(find(far, "", LastChanges.ON_A_PAGE).get("c")).isEqualTo(far);
    awaitIndexed(far);
    assertThat(isIndexed(near)).isFalse();
  }

  @Test
  void forgetsWhatNoBranchNeeds() throws IOException {
    git.commit("a/b", "1");
    String left = git.commit("a/b", "2");
    push("HEAD:refs/heads/main");
    awaitIndexed(left);
    git.git("reset", "-q", "--hard", "HEAD~");
    String tip = git.commit("c", "1");
    push("+HEAD:refs/heads/main");
    try (OpenRepository open = open()) {
      assertThat(index.add(open, ObjectId.fromString(tip))).isTrue();
    }
    jdbc.sql("update last_change_root set made_at = ? where repository_id = ?")
        .params(java.sql.Timestamp.from(Instant.parse("2020-01-01T00:00:00Z")), repository.id())
        .update();
    index.forget(repository.id());

    assertThat(isIndexed(left)).isFalse();
    assertThat(isIndexed(tip)).isTrue();
    assertThat(
            jdbc.sql("select count(*) from last_change_node where repository_id = ?")
                .param(repository.id())
                .query(Integer.class)
                .single())
        .isEqualTo(2);
    assertThat(find(left, "", ALL)).isEqualTo(Map.of("a", left));
  }
}
