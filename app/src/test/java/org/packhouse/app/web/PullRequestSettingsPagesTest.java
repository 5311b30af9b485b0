package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Settings of pull requests that are made on pages hold, and those that break a rule are told. */
class PullRequestSettingsPagesTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository target = TestingProjects.in(server).repository();
  private final String own = Links.to(target) + "/settings/pull-requests";
  private final String ofProject = Links.to(target.project()) + "/settings/pull-requests";
  private final String rest = own.substring(1);

  @Test
  void mergeChecksAreNumbersUpToTenAndSwitches() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String wrong : List.of("11", "-1", "many", "99999999999")) {
        HttpResponse<String> refused =
            browser.submit(own, own + "/checks", "requiredApprovers", wrong, "needsWork", "true");
        assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
        assertThat(refused.body()).contains("error-requiredApprovers", "value=\"" + wrong + "\"");
      }
      assertThat(
              browser
                  .submit(own, own + "/checks", "requiredApprovers", "2", "needsWork", "true")
                  .body())
          .contains("The merge checks are saved.");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("2");
      assertThat(admin.get(rest).at("/needsWork")).isEqualTo("true");
      browser.submit(own, own + "/strategies", "strategies", "ff-only", "usual", "ff-only");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("2");
      assertThat(
              browser
                  .submit(own, own + "/checks", "requiredReports", " lint \r\n\r\nco<b>ver")
                  .body())
          .contains("The merge checks are saved.", "lint\nco&lt;b&gt;ver");
      assertThat(admin.get(rest).json().at("/requiredReports")).hasSize(2);
    }
  }

  @Test
  void mergeStrategiesAreTheRepositorysTheProjectsOrTheServers() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(own).body()).contains("They are the server’s");
      assertThat(browser.submit(own, own + "/strategies", "usual", "no-ff").body())
          .contains("One merge strategy at least must be enabled.");
      assertThat(
              browser
                  .submit(own, own + "/strategies", "strategies", "squash", "usual", "no-ff")
                  .body())
          .contains("The default strategy no-ff must be one of those that are enabled.");
      HttpResponse<String> saved =
          browser.submit(
              ofProject,
              ofProject + "/strategies",
              "strategies",
              "squash",
              "strategies",
              "ff",
              "usual",
              "squash",
              "title",
              "${title} <&>");
      assertThat(saved.body())
          .contains("The way of merging is saved.", "${title} &lt;&amp;&gt;", "Use the server’s");
      assertThat(browser.get(own).body()).contains("They come from the project.");
      assertThat(admin.get(rest).at("/mergeConfig/defaultStrategy/id")).isEqualTo("squash");
      browser.submit(own, own + "/strategies", "strategies", "ff-only", "usual", "ff-only");
      assertThat(admin.get(rest).at("/mergeConfig/type")).isEqualTo("REPOSITORY");
      browser.submit(own, own + "/strategies", "inherit", "true");
      assertThat(admin.get(rest).at("/mergeConfig/type")).isEqualTo("PROJECT");
      browser.submit(ofProject, ofProject + "/strategies", "inherit", "true");
      assertThat(admin.get(rest).at("/mergeConfig/type")).isEqualTo("DEFAULT");
    }
  }

  @Test
  void defaultReviewersAreOfSomeBranchesAndGroupsCanBeChanged() {
    String page = own.replace("pull-requests", "reviewers");
    String conditions = "/rest/default-reviewers/latest" + Links.to(target) + "/conditions";
    String groups = rest.replace("pull-requests", "reviewer-groups");
    String name = TestingPeople.uniqueName("reviews");
    TestingPeople.of(server).createUser(name, "Their-password-1");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String[] wanted = {
        "source",
        "PATTERN",
        "sourceName",
        "fix/<b>*",
        "target",
        "BRANCH",
        "targetName",
        "main",
        "reviewers",
        "admin, " + name + ", admin",
        "requiredApprovals",
        "3"
      };
      assertThat(browser.submit(page, page + "/default", wanted).body())
          .contains("0 to 2, the number of reviewers, not 3", "fix/&lt;b&gt;*");
      wanted[11] = "2";
      assertThat(browser.submit(page, page + "/default", wanted).body())
          .contains("The default reviewers are added.", "2 of them must approve.");
      assertThat(admin.get(conditions).at("/0/targetRefMatcher/displayId")).isEqualTo("main");
      wanted[9] = "nobody-at-all";
      assertThat(browser.submit(page, page + "/default", wanted).body())
          .contains("error-reviewers", "is not a user.");
      wanted[1] = "BRANCH";
      assertThat(browser.submit(page, page + "/default", wanted).statusCode()).isEqualTo(400);
      String id = admin.get(conditions).at("/0/id");
      browser.submit(page, page + "/default/" + id + "/remove");
      assertThat(admin.get(conditions).json().isEmpty()).isTrue();
      assertThat(browser.submit(page, page + "/default/" + id + "/remove").statusCode())
          .isEqualTo(404);

      String group = page + "/groups";
      assertThat(browser.submit(page, group, "name", " ", "users", "admin").body())
          .contains("The name of a reviewer group is required.");
      browser.submit(page, group, "name", "Seniors", "users", "admin");
      assertThat(browser.submit(page, group, "name", "seniors", "users", "").statusCode())
          .isEqualTo(409);
      String first = admin.get(groups).at("/values/0/id");
      assertThat(browser.get(page).body()).contains(page + "?group=" + first + "#group");
      assertThat(browser.get(page + "?group=" + first).body()).contains("Save reviewer group");
      browser.submit(page, group, "group", first, "name", "Elders", "users", name);
      assertThat(admin.get(groups).at("/values/0/name")).isEqualTo("Elders");
      assertThat(admin.get(groups).at("/values/0/users/0/name")).isEqualTo(name);
      browser.submit(page, group + "/" + first + "/remove");
      assertThat(admin.get(groups).at("/size")).isEqualTo("0");
    }
  }

  @Test
  void requiredBuildsAreListedAddedChangedAndRemoved() {
    String page = own.replace("pull-requests", "required-builds");
    String conditions = "/rest/required-builds/latest" + Links.to(target) + "/conditions";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(page).body()).contains("No required builds yet");
      String[] wanted = {
        "buildParentKeys",
        " unit \r\n\r\nlint <b>\r\nunit",
        "target",
        "BRANCH",
        "targetName",
        "main",
        "exempt",
        "MODEL_CATEGORY",
        "exemptName",
        "hotfix"
      };
      assertThat(browser.submit(page, page, wanted).body())
          .contains(
              "The required builds are saved.", "lint &lt;b&gt;", "main", "any hotfix branch");
      assertThat(admin.get(conditions).json().at("/values/0/buildParentKeys")).hasSize(2);
      assertThat(admin.get(conditions).at("/values/0/refMatcher/displayId")).isEqualTo("main");
      assertThat(admin.get(conditions).at("/values/0/exemptRefMatcher/id")).isEqualTo("HOTFIX");

      String id = admin.get(conditions).at("/values/0/id");
      assertThat(browser.get(page).body()).contains(page + "?condition=" + id + "#condition");
      assertThat(browser.get(page + "?condition=" + id).body())
          .contains("Save required builds", "unit\nlint &lt;b&gt;", "value=\"hotfix\"");
      String[] changed = {
        "condition", id, "buildParentKeys", "all", "target", "ANY_REF", "exempt", ""
      };
      assertThat(browser.submit(page, page, changed).body()).contains("any branch");
      assertThat(admin.get(conditions).at("/values/0/buildParentKeys/0")).isEqualTo("all");
      assertThat(admin.get(conditions).json().at("/values/0").has("exemptRefMatcher")).isFalse();

      browser.submit(page, page + "/" + id + "/remove");
      assertThat(admin.get(conditions).at("/size")).isEqualTo("0");
      assertThat(browser.submit(page, page + "/" + id + "/remove").statusCode()).isEqualTo(404);
      assertThat(browser.submit(page, page, changed).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void requiredBuildsThatBreakARuleAreToldByField() {
    String page = own.replace("pull-requests", "required-builds");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String[][] wrong = {
        {" \r\n", "ANY_REF", "", "", "", "error-buildParentKeys", "1 to 100 builds, not 0"},
        {"k".repeat(256), "ANY_REF", "", "", "", "error-buildParentKeys", "at most 255"},
        {"a", "BRANCH", "a..b", "", "", "error-refMatcher.id", "is not a branch name"},
        {"a", "EVERY", "", "", "", "error-refMatcher.type.id", "is not a type"},
        {"a", "ANY_REF", "", "PATTERN", " ", "error-exemptRefMatcher.id", "is not a pattern"},
        {"a", "ANY_REF", "", "MODEL_BRANCH", "x", "error-exemptRefMatcher.id", "development"},
      };
      for (String[] one : wrong) {
        HttpResponse<String> refused =
            browser.submit(
                page,
                page,
                "buildParentKeys",
                one[0],
                "target",
                one[1],
                "targetName",
                one[2],
                "exempt",
                one[3],
                "exemptName",
                one[4]);
        assertThat(refused.statusCode()).as(one[6]).isEqualTo(400);
        assertThat(refused.body()).contains(one[5], one[6], one[0].strip());
      }
    }
    String name = TestingPeople.uniqueName("writer");
    TestingPeople people = TestingPeople.of(server);
    people.grant(
        people.createUser(name, "Their-password-1"),
        new RepositoryId(target.id()),
        Permission.REPO_WRITE);
    try (TestingBrowser writer = TestingBrowser.of(server, name, "Their-password-1")) {
      assertThat(writer.get(page).statusCode()).isIn(403, 404);
    }
  }

  @Test
  void autoDeclineIsTheRepositorysOrTheProjects() {
    String setting = rest.replace("pull-requests", "auto-decline");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(own).body()).contains("There it is off.");
      assertThat(
              browser
                  .submit(
                      ofProject, ofProject + "/auto-decline", "state", "ON", "inactivityWeeks", "8")
                  .body())
          .contains("Auto-decline is saved.");
      assertThat(browser.get(own).body()).contains("There it is on, after 8 weeks.");
      assertThat(admin.get(setting).at("/inactivityWeeks")).isEqualTo("8");
      browser.submit(own, own + "/auto-decline", "state", "OFF", "inactivityWeeks", "2");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("REPOSITORY");
      assertThat(admin.get(setting).at("/enabled")).isEqualTo("false");
      browser.submit(own, own + "/auto-decline", "state", "INHERITED", "inactivityWeeks", "2");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("PROJECT");
      assertThat(admin.get(setting).at("/inactivityWeeks")).isEqualTo("8");

      HttpResponse<String> refused =
          browser.submit(own, own + "/auto-decline", "state", "MAYBE", "inactivityWeeks", "<soon>");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains(
              "error-enabled",
              "not &quot;MAYBE&quot;",
              "error-inactivityWeeks",
              "&quot;&lt;soon&gt;&quot;");
      assertThat(
              browser
                  .submit(own, own + "/auto-decline", "state", "ON", "inactivityWeeks", "3")
                  .body())
          .contains("error-inactivityWeeks", "one of [1, 2, 4, 8, 12], not 3");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("PROJECT");
    }
  }

  @Test
  void allThatIsWrongWithAFormIsToldAtOnce() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      HttpResponse<String> checks =
          browser.submit(
              own,
              own + "/checks",
              "requiredApprovers",
              "11",
              "requiredSuccessfulBuilds",
              "12",
              "requiredReports",
              "k".repeat(256));
      assertThat(checks.statusCode()).isEqualTo(400);
      assertThat(checks.body())
          .contains(
              "error-requiredApprovers", "error-requiredSuccessfulBuilds", "error-requiredReports");
      HttpResponse<String> merging =
          browser.submit(
              own,
              own + "/strategies",
              "strategies",
              "squash",
              "usual",
              "no-ff",
              "commitSummaries",
              "many",
              "title",
              "t".repeat(8_193));
      assertThat(merging.statusCode()).isEqualTo(400);
      assertThat(merging.body())
          .contains(
              "error-mergeConfig.defaultStrategy",
              "error-mergeConfig.commitSummaries",
              "error-mergeConfig.commitMessageTemplate.title");
    }
  }

  @Test
  void autoMergeIsTheRepositorysUnlessItsProjectDecides() {
    String auto = rest.replace("pull-requests", "auto-merge");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      browser.submit(own, own + "/auto-merge", "state", "OFF");
      assertThat(admin.get(auto).at("/enabled")).isEqualTo("false");
      browser.submit(own, own + "/auto-merge", "state", "INHERITED");
      assertThat(admin.get(auto).at("/scope/type")).isEqualTo("GLOBAL");
      browser.submit(ofProject, ofProject + "/auto-merge", "state", "OFF", "everywhere", "true");
      assertThat(browser.get(own).body())
          .contains("The project decides for all of its repositories: auto-merge is off.");
      assertThat(browser.submit(ofProject, own + "/auto-merge", "state", "ON").statusCode())
          .isEqualTo(403);
      assertThat(admin.get(auto).at("/enabled")).isEqualTo("false");
      assertThat(browser.submit(ofProject, own + "/auto-merge", "state", "x").statusCode())
          .isEqualTo(400);
    }
  }
}
