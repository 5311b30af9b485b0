package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** A repository is changed on the page of its settings. */
class RepositorySettingsPagesTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private final String settings = home + "/settings";
  private final String rest =
      "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
  private final TestingBrowser browser = TestingBrowser.admin(server);

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void theDefaultBranchIsOneOfThoseThatAreThere(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a", "1");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:main", "HEAD:other");
    assertThat(browser.refused(settings, "/default-branch", "branch", "no-such"))
        .contains("error-branch", "Branch &quot;no-such&quot; does not exist")
        .containsPattern("id=\"branch\"[^>]*value=\"no-such\"");
    assertThat(browser.refused(settings, "/default-branch", "branch", " "))
        .contains("error-branch", "needs a default branch");
    assertThat(admin.get(rest + "/default-branch").at("/displayId")).isEqualTo("main");
    assertThat(browser.save(settings, "/default-branch", "branch", "other"))
        .contains("The default branch is other now.");
    assertThat(admin.get(rest + "/default-branch").at("/displayId")).isEqualTo("other");

    browser.save(settings, "/archive", "archived", "true");
    var refused = browser.submit(settings, settings + "/default-branch", "branch", "main");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("is archived and read-only");
    assertThat(admin.get(rest + "/default-branch").at("/displayId")).isEqualTo("other");
  }

  @Test
  void aNameIsNotEmptied() {
    assertThat(browser.refused(settings, "", "name", " ", "description", "Kept words"))
        .contains("error-name", "The repository needs a name.", "Kept words");
    String project = Links.to(repository.project()) + "/settings";
    String key = repository.project().key();
    assertThat(browser.refused(project, "", "name", "", "newKey", key, "description", "Kept words"))
        .contains("error-name", "The project needs a name.", "Kept words");
    assertThat(browser.refused(project, "", "name", "Named " + key, "newKey", ""))
        .contains("error-key");
  }

  private String changed(String name, String description, String shownDescription) {
    return browser.save(
        settings,
        "",
        "name",
        name,
        "description",
        description,
        "shownName",
        repository.name(),
        "shownDescription",
        shownDescription,
        "shownPublic",
        "false");
  }

  @Test
  void aFormThatWasOpenForLongUndoesNothing() {
    String shown = browser.get(settings).body();
    assertThat(shown)
        .contains("name=\"shownName\" value=\"" + repository.name() + "\"")
        .contains("name=\"shownPublic\" value=\"false\"");
    String path = "projects/" + repository.project().key() + "/repos/";
    admin.put(rest, "{'name':'renamed','public':true}");
    assertThat(changed(repository.name(), "Mine", "")).contains("Saved.", "renamed");
    assertThat(admin.get(path + "renamed").at("/name")).isEqualTo("renamed");
    assertThat(admin.get(path + "renamed").at("/public")).isEqualTo("true");
    assertThat(admin.get(path + "renamed").at("/description")).isEqualTo("Mine");

    admin.put(path + "renamed", "{'description':'Theirs\\r\\nof two lines'}");
    changed("again", "Mine", "Mine");
    assertThat(admin.get(path + "again").at("/description")).startsWith("Theirs");
    changed(repository.name(), "Theirs\r\nof two lines", "Theirs\nof two lines");
    assertThat(admin.get(path + "again").at("/description")).startsWith("Theirs");
    browser.save(settings, "", "name", "again", "description", "", "shownDescription", "Theirs");
    assertThat(admin.get(path + "again").at("/description")).isEmpty();
  }
}
