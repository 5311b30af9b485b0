package org.packhouse.app.source.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.overview.Overview.Language;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/** Overviews and lately pushed branches, as pushes come. */
class OverviewTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();

  @TempDir private Path directory;

  @Test
  void countsCommitsLanguagesAndTagsAfterEachPush() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("a.java", "x".repeat(300)).write("b.py", "x".repeat(100));
    git.write("node_modules/c.js", "x".repeat(5000)).write("notes.md", "x".repeat(900));
    git.commitAll("One");
    git.git("tag", "v1");
    git.commit("two.txt", "2");
    push(git, "main", "v1");

    awaitOverview(2, "v1");
    assertThat(overview().languages())
        .containsExactly(new Language("Java", 300), new Language("Python", 100));

    git.commit("c.py", "x".repeat(400));
    git.git("tag", "-a", "-m", "two", "v2");
    push(git, "main", "v2");
    awaitOverview(3, "v2");
    assertThat(overview().languages()).extracting(Language::name).containsExactly("Python", "Java");

    git.git("reset", "--quiet", "--hard", "HEAD~2");
    push(git, ":v2");
    push(git, "--force", "main");
    awaitOverview(1, "v1");
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

  private Overview overview() {
    return server.get(Overviews.class).find(repository.id()).orElseThrow();
  }

  private void awaitOverview(int commits, String tag) {
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(() -> {
          Overview now = server.get(Overviews.class).find(repository.id()).orElse(null);
          assertThat(now).isNotNull();
          assertThat(now.commits()).isEqualTo(commits);
          assertThat(now.latestTag()).isEqualTo(tag);
        });
  }
}
