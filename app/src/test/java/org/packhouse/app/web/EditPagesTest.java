package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Refusals of the pages that commit are told where the wrong value was typed. */
class EditPagesTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private final TestingBrowser browser = TestingBrowser.admin(server);
  private String tip = "";

  @BeforeEach
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    tip = git.commit("a.txt", "one");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:main", "HEAD:other");
  }

  @AfterEach
  void close() {
    browser.close();
  }

  private String branches() {
    return GitFixture.in(server.get(RepositoryStorage.class).directory(repository.id()))
        .git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads");
  }

  private HttpResponse<String> ontoNew(String action, String branch, String... more) {
    String[] fields = new String[more.length + 6];
    System.arraycopy(more, 0, fields, 0, more.length);
    System.arraycopy(
        new String[] {"target", "new", "newBranch", branch, "known", tip},
        0,
        fields,
        more.length,
        6);
    return browser.submitParts(home + "/edit/a.txt", home + action, fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", " refs/heads/main ", "other"})
  void noBranchThatIsThereGetsACommitAsANewOne(String name) {
    String before = branches();
    String shown = name.strip().replace("refs/heads/", "");
    for (HttpResponse<String> refused :
        List.of(
            ontoNew("/edit/a.txt", name, "path", "a.txt", "content", "two"),
            ontoNew("/create", name, "path", "b.txt", "content", "two"),
            ontoNew("/upload", name, "files@c.txt", "two"),
            ontoNew("/delete/a.txt", name))) {
      assertThat(refused.statusCode()).as(refused.uri().toString()).isIn(400, 409);
      assertThat(refused.body())
          .as(refused.uri().toString())
          .contains("error-newBranch", "Branch &#39;" + shown + "&#39; already exists");
    }
    assertThat(branches()).isEqualTo(before);
  }

  @Test
  void aFileOfAMegabyteIsEdited() {
    String text = "0123456789\n".repeat(90_000);
    browser.submitParts(
        home + "/create", home + "/create", "path", "large.txt", "content", text, "known", tip);
    String page = home + "/edit/large.txt";
    assertThat(browser.get(page).statusCode()).isEqualTo(200);
    assertThat(browser.get(page).body()).contains(">\n" + text + "</textarea>");
  }

  @Test
  void aNewBranchIsNamedByEitherOfItsNames() {
    HttpResponse<String> refused = ontoNew("/create", "a..b", "path", "b.txt", "content", "two");
    assertThat(refused.body()).contains("error-newBranch", "is not a branch name");
    HttpResponse<String> done =
        ontoNew("/create", "refs/heads/mine", "path", "b.txt", "content", "two");
    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(done.uri().toString()).endsWith("/browse/b.txt?at=refs/heads/mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a//b", ".", "a/./b", "a.txt/b", "a.txt"})
  void aPathThatCannotBeIsToldAtItsField(String path) {
    HttpResponse<String> refused =
        browser.submitParts(
            home + "/create", home + "/create", "path", path, "content", "Kept words");
    assertThat(refused.statusCode()).isIn(400, 409);
    assertThat(refused.body())
        .contains("error-path", "Kept words")
        .doesNotContain("it was read at");
  }

  @Test
  void aFileThatIsThereIsToBeEdited() {
    String message = "There is a file of that path already: open it to edit it.";
    assertThat(
            browser
                .submitParts(home + "/create", home + "/create", "path", "a.txt", "content", "")
                .body())
        .contains(message);
    browser.submitParts(home + "/create", home + "/create", "path", "b.txt", "content", "two");
    assertThat(
            browser
                .submitParts(
                    home + "/edit/a.txt", home + "/edit/a.txt", "path", "b.txt", "content", "")
                .body())
        .contains(message);
  }
}
