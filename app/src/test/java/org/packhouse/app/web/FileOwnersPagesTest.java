package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** The diff of a pull request tells who owns the files that it changes. */
class FileOwnersPagesTest {

  private static final String PASSWORD = "Their-password-1";

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository target = TestingProjects.in(server).publicRepository();
  private final User author =
      TestingPeople.of(server).createUser(TestingPeople.uniqueName("owner"), PASSWORD);
  private final String requests = Links.to(target) + "/pull-requests";
  private GitFixture git;
  private String main = "";

  @BeforeEach
  void begin() {
    String group = "{'name':'Seniors','users':[{'name':'%s'}]}".formatted(author.name());
    String groups = requests.substring(1).replace("/pull-requests", "/settings/reviewer-groups");
    assertThat(admin.post(groups, group).status()).isEqualTo(201);
    git = GitFixture.workTree(directory.resolve("work"));
  }

  /** Commits rules to the target, and what they are about to a branch of a pull request. */
  private String open(String rules) {
    main = git.commit("CODEOWNERS", rules);
    git.git("push", "-q", server.cloneUrl(target), "HEAD:refs/heads/main");
    for (String file : List.of("src/Main.java", "notes.md", "free", "x.txt")) {
      git.commit(file, "1\n");
    }
    git.git("push", "-q", server.cloneUrl(target), "HEAD:refs/heads/topic");
    String body = "{'title':'Owned','fromRef':{'id':'topic'},'toRef':{'id':'main'}}";
    assertThat(admin.post(requests.substring(1), body).status()).isEqualTo(201);
    return requests + "/1/diff";
  }

  @Test
  void byTheFileOfTheTargetAsTheReaderKnowsThem() {
    String diff =
        open(
            """
            * @%s
            *.md @@Seniors @nobody-at-all %s
            *.txt @<b>x @admin @a1 @a2 @a3
            free
            """
                .formatted(author.name(), author.emailAddress()));
    try (TestingBrowser own = TestingBrowser.of(server, author.name(), PASSWORD);
        TestingBrowser other = TestingBrowser.admin(server)) {
      assertThat(own.get(diff).body())
          .containsSubsequence(
              "id=\"diff-own\"",
              "Owned by you, @@seniors, @nobody-at-all",
              "Owned by you<",
              "Owned by @&lt;b&gt;x, Ada Admin, @a1 and 2 others");
      assertThat(other.get(diff).body())
          .contains("Owned by you, @&lt;b&gt;x", "id=\"diff-own\"", "Owned by Test ");
      assertThat(Statements.ofRequest(() -> own.get(diff))).isLessThanOrEqualTo(20);
      String part =
          "%s/part?since=%s&until=%s&all=true&owner=me&filter="
              .formatted(diff, main, git.git("rev-parse", "HEAD"));
      assertThat(own.get(part).body()).contains("Main.java", "notes.md").doesNotContain("x.txt");
      assertThat(other.get(part + "src").body()).contains("No path of a file that you own");
    }
    try (TestingBrowser nobody = TestingBrowser.anonymous(server)) {
      assertThat(nobody.get(diff).body())
          .contains("Owned by @" + author.name().toLowerCase(Locale.ROOT))
          .doesNotContain("diff-own", "Test " + author.name());
    }
  }

  @Test
  void unlessTheFileIsTooLarge() {
    String diff = open("* @admin\n".repeat(100_000) + "*.txt @" + author.name() + "\n");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(diff).body())
          .contains("Owners are not shown")
          .doesNotContain("Owned by", "diff-own");
    }
  }
}
