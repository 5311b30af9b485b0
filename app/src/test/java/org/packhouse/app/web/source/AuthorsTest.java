package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.PrimaryAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Commits on pages, whose authors have accounts or have none. */
class AuthorsTest {

  private static final String PASSWORD = "a-password-of-authors";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private GitFixture work;
  private Repository repository;
  private String link;
  private User ada;

  @BeforeEach
  void make(@TempDir Path directory) {
    ada = people.createUser(TestingPeople.uniqueName("author"), PASSWORD);
    repository = TestingProjects.in(server).repository();
    link = "/projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
    work = GitFixture.workTree(directory.resolve("work"));
  }

  private void commitAs(String email, String file) {
    work.write(file, email);
    work.git("add", file);
    work.with("GIT_AUTHOR_EMAIL", email)
        .with("GIT_AUTHOR_NAME", "Some & Else")
        .git("commit", "--quiet", "-m", "Add " + file);
  }

  @Test
  void everyPageThatNamesAnAuthorLeadsToTheAccount() {
    String other = TestingPeople.uniqueName("second") + "@example.org";
    server.get(OtherAddresses.class).add(ada, other, true);
    commitAs(ada.name() + "@EXAMPLE.org", "one");
    work.git("branch", "base");
    commitAs(other, "two");
    work.git("push", "--quiet", server.cloneUrl(repository), "main", "base");
    String id = work.git("rev-parse", "HEAD").strip();
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String page :
          List.of(
              "/commits",
              "/commits/" + id,
              "/browse",
              "/browse/two",
              "/branches",
              "/compare/commits?sourceBranch=main&targetBranch=base")) {
        assertThat(browser.get(link + page).body())
            .as(page)
            .contains("href=\"/users/" + ada.slug() + "\"")
            .contains(">Test " + ada.name() + "</a>")
            .doesNotContain("Some &amp; Else</span>");
      }
      server.get(Accounts.class).delete(ada);
      assertThat(browser.get(link + "/commits").body())
          .as("an account that is gone")
          .doesNotContain("/users/" + ada.slug())
          .contains("Some &amp; Else");
    }
  }

  @Test
  void anAddressThatIsNotConfirmedIsNobodys() {
    String other = TestingPeople.uniqueName("claimed") + "@example.org";
    server.get(OtherAddresses.class).add(ada, other, false);
    commitAs(other, "one");
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(link + "/commits").body()).doesNotContain("/users/" + ada.slug());
    }
  }

  @Test
  void whoHasNoAddressIsNamedByTheMergesThatTheServerMadeForThem() {
    commitAs("somebody@example.org", "one");
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    commitAs("somebody@example.org", "two");
    work.git("push", "--quiet", server.cloneUrl(repository), "main:topic");
    people.grant(ada, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    server.get(PrimaryAddresses.class).describe(ada, ada.displayName(), null);
    TestingRest rest = TestingRest.user(server, ada.name(), PASSWORD);
    String path = link.substring(1);
    rest.post(
        path + "/pull-requests",
        "{'title':'Add two','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
    assertThat(rest.post(path + "/pull-requests/1/merge?version=0", "{}").status()).isEqualTo(200);
    for (String commit : List.of("/commits/main", "/commits?until=main&limit=1")) {
      Response answer = rest.get(path + commit);
      String at = answer.json().has("values") ? "/values/0" : "";
      for (String person : List.of("/author", "/committer")) {
        assertThat(answer.at(at + person + "/slug")).as(commit + person).isEqualTo(ada.slug());
        assertThat(answer.at(at + person + "/id")).isEqualTo(Long.toString(ada.id()));
      }
    }
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String page : List.of("/commits", "/commits/main")) {
        assertThat(browser.get(link + page).body())
            .as(page)
            .contains("href=\"/users/" + ada.slug() + "\"");
      }
    }
    server.get(Accounts.class).delete(ada);
    assertThat(
            TestingRest.admin(server).get(path + "/commits/main").json().at("/author").has("slug"))
        .as("an account that is gone")
        .isFalse();
  }

  @Test
  void aMarkdownFileLeadsToThePeopleItNames() {
    String text =
        "Ask @%s, not @nobody-there or `@%s` or x@%s."
            .formatted(ada.name(), ada.name(), ada.name());
    work.commit("README.md", text);
    work.git("push", "--quiet", server.cloneUrl(repository), "main");
    String mention = "<a class=\"mention\" href=\"/users/" + ada.slug() + "\"";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String page : List.of("/browse", "/browse/README.md")) {
        assertThat(browser.get(link + page).body())
            .as(page)
            .containsOnlyOnce(mention)
            .contains("nobody-there");
      }
    }
  }
}
