package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Forms that name what is not there are shown again, and say so at the field. */
class TypedNamesTest {

  private static final String PASSWORD = "Their-password-1";

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private final TestingBrowser browser = TestingBrowser.admin(server);

  @AfterEach
  void close() {
    browser.close();
  }

  private static String[] named(String project) {
    return new String[] {"project", project, "name", "Kept name", "description", "Kept words"};
  }

  @Test
  void aRepositoryIsMadeInAProjectThatIsThere() {
    assertThat(browser.refused("/repos", "", named("NOPE")))
        .contains("error-project", "Project NOPE does not exist.", "value=\"NOPE\"")
        .contains("value=\"Kept name\"", "Kept words");
    assertThat(browser.refused("/repos", "", named(" ")))
        .contains("error-project", "The repository needs a project.", "value=\"Kept name\"");
  }

  @Test
  void aRepositoryIsForkedIntoAProjectThatIsThere() {
    assertThat(browser.refused(home + "/fork", "", named("NOPE")))
        .contains("error-project", "Project NOPE does not exist.", "value=\"Kept name\"");
  }

  @Test
  void aRepositoryIsMovedIntoAProjectThatIsThere() {
    String settings = home + "/settings";
    assertThat(browser.refused(settings, "/move", "target", "NOPE"))
        .contains("error-target", "Project NOPE does not exist.", "value=\"NOPE\"");
    assertThat(browser.refused(settings, "/move", "target", ""))
        .contains("error-target", "Type the key of the project");
  }

  @Test
  void aProjectOfOthersIsToldAtTheFieldToo() {
    TestingPeople people = TestingPeople.of(server);
    String name = TestingPeople.uniqueName("reader");
    var reader = people.createUser(name, PASSWORD);
    String key = repository.project().key();
    try (TestingBrowser theirs = TestingBrowser.of(server, name, PASSWORD)) {
      assertThat(theirs.refused("/repos", "", named(key)))
          .as("one that they may not know of")
          .contains("error-project", "Project " + key + " does not exist.");
      people.grant(reader, new ProjectId(repository.project().id()), Permission.PROJECT_READ);
      assertThat(theirs.refused("/repos", "", named(key)))
          .contains("error-project", "value=\"Kept name\"")
          .doesNotContain("does not exist");
    }
  }

  @Test
  void theFormerKeyOfAProjectIsTold() {
    String former = repository.project().key();
    String key = former + "X";
    assertThat(
            TestingRest.admin(server)
                .put("projects/" + former, "{'key':'%s'}".formatted(key))
                .status())
        .isEqualTo(200);
    assertThat(browser.refused("/repos", "", named(former)))
        .contains("error-project", "It is at /projects/" + key + " now.");
  }

  @Test
  void branchesAndTagsBeginAtWhatIsThere(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a", "1");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:main");
    for (String list : List.of("/branches", "/tags")) {
      String[] fields = {"name", "kept", "startPoint", "no-such", "message", "Kept words"};
      assertThat(browser.refused(home + list, "", fields))
          .as(list)
          .contains("error-startPoint", "&quot;no-such&quot; does not exist")
          .contains("value=\"kept\"", "value=\"no-such\"");
    }
  }
}
