package org.packhouse.app.source.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.overview.Overview.Language;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Overviews and lately pushed branches, as pushes come. */
class OverviewTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();

  @TempDir private Path directory;

  @Test
  void countsCommitsLanguagesAndTagsAfterEachPush() throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("a.java", "x".repeat(300)).write("b.py", "x".repeat(100));
    git.write("node_modules/c.js", "x".repeat(5000)).write("notes.md", "x".repeat(900));
    git.commitAll("One");
    git.git("tag", "v1");
    git.commit("two.txt", "2");
    push(git, "main", "v1");

    assertOverview(2, "v1");
    assertThat(overview().languages())
        .containsExactly(new Language("Java", 300), new Language("Python", 100));

    git.commit("c.py", "x".repeat(400));
    git.git("tag", "-a", "-m", "two", "v2");
    push(git, "main", "v2");
    assertOverview(3, "v2");
    assertThat(overview().languages())
        .containsExactly(new Language("Python", 500), new Language("Java", 300));

    git.git("reset", "--quiet", "--hard", "HEAD~2");
    push(git, ":v2");
    push(git, "--force", "main");
    assertOverview(1, "v1");
    assertThat(overview().languages())
        .containsExactly(new Language("Java", 300), new Language("Python", 100));
  }

  @Test
  void readsWhatHasChangedSinceTheLastLookAsIfItReadAll() throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("a/one.java", "x".repeat(10)).write("a/two.go", "x".repeat(20));
    git.write("vendor/three.c", "x".repeat(40)).write("four", "x");
    git.commitAll("One");
    push(git, "main");
    assertOverview(1, null);

    git.git("mv", "a/one.java", "a/one.py");
    git.git("mv", "vendor", "own");
    git.git("rm", "--quiet", "a/two.go");
    git.write("four.rs", "x".repeat(80)).write("five.rs/not.c", "");
    git.commitAll("Two");
    git.git("checkout", "--quiet", "-b", "side", "main~");
    git.commit("side.rb", "x".repeat(5));
    git.git("checkout", "--quiet", "main");
    git.git("merge", "--quiet", "--no-edit", "side");
    push(git, "main");

    assertOverview(4, null);
    List<Language> now = overview().languages();
    server
        .get(JdbcClient.class)
        .sql("delete from repository_overview where repository_id = ?")
        .param(repository.id())
        .update();
    assertThat(overview().languages()).isEqualTo(now);
    assertThat(now)
        .containsExactly(
            new Language("Rust", 80),
            new Language("C", 40),
            new Language("Python", 10),
            new Language("Ruby", 5));
  }

  @Test
  void countsInTheBackgroundWhatIsTooMuchForAPage() throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a.java", "1");
    push(git, "main");
    assertOverview(1, null);
    StringBuilder history = new StringBuilder();
    int many = CountLimits.ON_A_PAGE.commits() + 1;
    for (int i = 0; i < many; i++) {
      history
          .append("commit refs/heads/main\ncommitter Ada <ada@example.org> ")
          .append(1_700_000_000 + i)
          .append(" +0000\ndata 0\n")
          .append(i == 0 ? "from refs/heads/main^0\n" : "")
          .append("M 100644 inline b\ndata 1\n")
          .append(i % 10)
          .append('\n');
    }
    git.execute(
        List.of("git", "fast-import", "--quiet", "--force"),
        history.toString().getBytes(StandardCharsets.US_ASCII));
    push(git, "main");

    assertThat(overview().commits()).isIn(1, many + 1);
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(() -> assertThat(overview().commits()).isEqualTo(many + 1));
  }

  @Test
  void remembersWhichBranchesSomebodyPushedUntilTheyAreGone() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a", "1");
    push(git, "main", "main:topic");
    User admin = TestingPeople.of(server).user(TestingServer.ADMIN);
    Caller caller = TestingPeople.of(server).admin();
    RecentBranches branches = server.get(RecentBranches.class);

    await()
        .untilAsserted(() ->
            assertThat(branches.find(caller, admin.id(), repository.id()))
                .extracting(RecentBranches.Pushed::displayId)
                .containsExactly("topic"));
    assertThat(branches.find(TestingPeople.of(server).anonymous(), admin.id(), repository.id()))
        .isEmpty();
    assertThat(branches.repositories(caller, admin.id()))
        .filteredOn(it -> it.repository().id() == repository.id())
        .extracting(RecentBranches.PushedTo::branches)
        .containsExactly(2);
    assertThat(branches.repositories(TestingPeople.of(server).anonymous(), admin.id()))
        .noneMatch(it -> it.repository().id() == repository.id());
    push(git, ":topic");
    await()
        .untilAsserted(
            () -> assertThat(branches.find(caller, admin.id(), repository.id())).isEmpty());
  }

  private void push(GitFixture git, String... refs) {
    List<String> command = new ArrayList<>(List.of("push", "--quiet", server.cloneUrl(repository)));
    command.addAll(List.of(refs));
    git.git(command.toArray(String[]::new));
  }

  private Overview overview() throws IOException {
    try (OpenRepository open = server.get(OpenRepositories.class).open(repository.id())) {
      return server.get(Overviews.class).of(open).orElseThrow();
    }
  }

  private void assertOverview(int commits, @Nullable String tag) throws IOException {
    Overview now = overview();
    assertThat(now.commits()).isEqualTo(commits);
    assertThat(now.latestTag()).isEqualTo(tag);
  }
}
