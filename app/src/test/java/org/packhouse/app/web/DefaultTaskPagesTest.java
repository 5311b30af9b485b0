package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Default tasks are set on pages of projects and repositories. */
class DefaultTaskPagesTest {

  private static final String REST = "/rest/default-tasks/latest";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository target = TestingProjects.in(server).repository();
  private final String own = Links.to(target) + "/settings/default-tasks";
  private final String ofProject = Links.to(target.project()) + "/settings/default-tasks";

  private static String[] task(String text, String type, String name) {
    return new String[] {
      "description", text, "source", "ANY_REF", "target", type, "targetName", name
    };
  }

  private static String[] changed(String id, String... fields) {
    String[] all = new String[fields.length + 2];
    all[0] = "task";
    all[1] = id;
    System.arraycopy(fields, 0, all, 2, fields.length);
    return all;
  }

  @Test
  void areListedAddedChangedAndRemoved() {
    String tasks = REST + Links.to(target) + "/tasks";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(own).body()).contains("No default tasks yet");
      String[] wanted = task("Tell <b>all</b>\r\n\r\nof them", "MODEL_CATEGORY", "release");
      assertThat(browser.save(own, "", wanted))
          .contains(
              "The default task is saved.", "Tell &lt;b&gt;all&lt;/b&gt;", "any release branch");
      assertThat(admin.get(tasks).at("/values/0/description"))
          .isEqualTo("Tell <b>all</b>\n\nof them");
      assertThat(admin.get(tasks).at("/values/0/scope/type")).isEqualTo("REPOSITORY");
      String id = admin.get(tasks).at("/values/0/id");
      assertThat(browser.get(own).body()).contains(own + "?task=" + id + "#task");
      assertThat(browser.get(own + "?task=" + id).body())
          .contains("Save default task", "value=\"release\"");

      String[] other = changed(id, task("Read the rules", "PATTERN", "fix/*"));
      assertThat(browser.save(own, "", other))
          .contains("Read the rules", "fix/*")
          .doesNotContain("any release branch");
      assertThat(admin.get(tasks).at("/values/0/targetMatcher/id")).isEqualTo("fix/*");
      assertThat(admin.get(tasks).at("/size")).isEqualTo("1");
      browser.save(own, "/" + id + "/remove");
      assertThat(admin.get(tasks).at("/size")).isEqualTo("0");
      assertThat(browser.submit(own, own + "/" + id + "/remove").statusCode()).isEqualTo(404);
      assertThat(browser.submit(own, own, other).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void thoseOfTheProjectAreChangedThereOnly() {
    String tasks = REST + Links.to(target.project()) + "/tasks";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.save(ofProject, "", task("Sign it off", "BRANCH", "main")))
          .contains("The default task is saved.", "Sign it off");
      String id = admin.get(tasks).at("/values/0/id");
      assertThat(browser.get(own).body())
          .contains("Sign it off", "From the project")
          .doesNotContain("?task=" + id, "/" + id + "/remove");
      assertThat(browser.get(own + "?task=" + id).body()).contains("Add a default task");
      assertThat(browser.submit(own, own + "/" + id + "/remove").statusCode()).isEqualTo(404);
      String[] theirs = changed(id, task("Mine", "ANY_REF", ""));
      assertThat(browser.submit(own, own, theirs).statusCode()).isEqualTo(404);
      assertThat(admin.get(tasks).at("/values/0/description")).isEqualTo("Sign it off");
      browser.save(ofProject, "/" + id + "/remove");
      assertThat(admin.get(tasks).at("/size")).isEqualTo("0");
    }
  }

  @Test
  void allThatBreaksARuleIsToldByFieldAtOnce() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String refused =
          browser.refused(
              own,
              "",
              "description",
              " ",
              "source",
              "EVERY",
              "sourceName",
              "kept",
              "target",
              "BRANCH",
              "targetName",
              "a..b");
      assertThat(refused)
          .contains(
              "error-description",
              "error-sourceMatcher.type.id",
              "&quot;EVERY&quot; is not a type",
              "error-targetMatcher.id",
              "&quot;a..b&quot; is not a branch name",
              "value=\"kept\"",
              "value=\"a..b\"");
      String large = browser.refused(own, "", task("x".repeat(32_769), "ANY_REF", ""));
      assertThat(large).contains("1 to 32768 characters", "this one has 32769");
      assertThat(admin.get(REST + Links.to(target) + "/tasks").at("/size")).isEqualTo("0");
    }
  }

  @Test
  void whoMayOnlyWriteMakesNone() {
    String name = TestingPeople.uniqueName("writer");
    TestingPeople people = TestingPeople.of(server);
    people.grant(
        people.createUser(name, "Their-password-1"),
        new RepositoryId(target.id()),
        Permission.REPO_WRITE);
    try (TestingBrowser writer = TestingBrowser.of(server, name, "Their-password-1")) {
      assertThat(writer.get(own).statusCode()).isIn(403, 404);
      assertThat(writer.submit("/account", own, task("Mine", "ANY_REF", "")).statusCode())
          .isIn(403, 404);
    }
    assertThat(admin.get(REST + Links.to(target) + "/tasks").at("/size")).isEqualTo("0");
  }
}
