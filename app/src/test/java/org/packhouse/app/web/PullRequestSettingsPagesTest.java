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
import org.packhouse.app.web.layout.Links;

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
        String refused =
            browser.refused(own, "/checks", "requiredApprovers", wrong, "needsWork", "true");
        assertThat(refused).contains("error-requiredApprovers", "value=\"" + wrong + "\"");
      }
      assertThat(browser.save(own, "/checks", "requiredApprovers", "2", "needsWork", "true"))
          .contains("The merge checks are saved.");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("2");
      assertThat(admin.get(rest).at("/needsWork")).isEqualTo("true");
      browser.save(own, "/strategies", "strategies", "ff-only", "usual", "ff-only");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("2");
    }
  }

  @Test
  void mergeChecksOfTheProjectHoldUntilTheRepositoryChangesThem() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(
              browser.save(
                  ofProject,
                  "/checks",
                  "requiredApprovers",
                  "2",
                  "requiredAllTasksComplete",
                  "true"))
          .contains("The merge checks are saved.");
      assertThat(browser.get(own).body())
          .contains("What you change here becomes this repository’s own.")
          .doesNotContain("Use the project’s instead");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("2");
      browser.save(own, "/checks", "requiredApprovers", "2", "needsWork", "true");
      assertThat(browser.get(own).body()).contains("Use the project’s instead");
      assertThat(admin.get(rest).at("/requiredAllTasksComplete")).isEqualTo("false");
      browser.save(ofProject, "/checks", "requiredApprovers", "3");
      assertThat(admin.get(rest).at("/requiredApprovers")).as("it is inherited").isEqualTo("3");
      assertThat(admin.get(rest).at("/needsWork")).isEqualTo("true");
      browser.save(own, "/checks", "inherit", "true");
      assertThat(admin.get(rest).at("/needsWork")).isEqualTo("false");
      assertThat(browser.get(own).body()).doesNotContain("Use the project’s instead");
    }
  }

  private static String loosened(
      TestingBrowser browser, String page, String part, String... fields) {
    HttpResponse<String> response = browser.submit(page, page + part, fields);
    assertThat(response.statusCode()).isEqualTo(409);
    return response.body();
  }

  @Test
  void whatTheProjectEnforcesIsShownAndCannotBeLoosened() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      browser.save(
          ofProject, "/checks", "requiredApprovers", "2", "needsWork", "true", "enforced", "true");
      assertThat(browser.get(own).body())
          .contains("Enforced by project", "id=\"enforced-needsWork\"", "min=\"2\"");
      browser.save(own, "/checks", "requiredApprovers", "3");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("3");
      assertThat(admin.get(rest).at("/needsWork")).as("its box is disabled").isEqualTo("true");
      assertThat(loosened(browser, own, "/checks", "requiredApprovers", "1"))
          .contains("enforces the hook &quot;Minimum approvals&quot;");
      String hook =
          own.replace("pull-requests", "hooks")
              + "/com.atlassian.bitbucket.server.bitbucket-bundled-hooks:force-push-hook";
      String above =
          ofProject.replace("pull-requests", "hooks")
              + "/com.atlassian.bitbucket.server.bitbucket-bundled-hooks:force-push-hook";
      browser.save(above, "", "state", "ON", "enforced", "true");
      assertThat(browser.get(hook).body()).contains("Enforced by project", "disabled");
      assertThat(browser.get(own.replace("pull-requests", "hooks")).body())
          .contains("Enforced by project");
      assertThat(loosened(browser, hook, "", "state", "OFF")).contains("enforces the hook");
      browser.save(ofProject, "/checks", "requiredApprovers", "2");
      browser.save(own, "/checks", "requiredApprovers", "1");
      assertThat(admin.get(rest).at("/requiredApprovers")).isEqualTo("1");
    }
  }

  @Test
  void requiredReportsAreSetAndThoseOfTheProjectReplaced() {
    String page = own.replace("pull-requests", "required-reports");
    String above = ofProject.replace("pull-requests", "required-reports");
    String checks = "/rest/insights/latest" + Links.to(target) + "/settings/merge-checks";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(page).body()).contains("No required reports yet");
      assertThat(
              browser.save(above, "", "key", "li<b>nt", "mustPass", "true", "minSeverity", "HIGH"))
          .contains(
              "The required report is saved.",
              "li&lt;b&gt;nt",
              "Must have passed, without annotations of high severity.");
      assertThat(browser.get(page).body())
          .contains("From the project", "Replace")
          .doesNotContain("/remove");
      assertThat(browser.get(page + "?report=li%3Cb%3Ent").body())
          .contains("value=\"li&lt;b&gt;nt\"");
      assertThat(browser.save(page, "", "key", "li<b>nt", "reportKey", "other"))
          .contains("The report other", "Must be there.");
      assertThat(admin.get(checks).json().at("/values")).hasSize(1);
      assertThat(browser.save(page, "/remove", "key", "li<b>nt"))
          .contains("The required report is removed.", "From the project");
      assertThat(browser.submit(page, page + "/remove", "key", "li<b>nt").statusCode())
          .isEqualTo(404);
      String refused =
          browser.refused(page, "", "key", " ", "reportKey", "k".repeat(256), "minSeverity", "9");
      assertThat(refused).contains("error-key", "error-reportKey", "error-minSeverity");
    }
  }

  @Test
  void mergeStrategiesAreTheRepositorysTheProjectsOrTheServers() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(own).body()).contains("They are the server’s");
      assertThat(browser.refused(own, "/strategies", "usual", "no-ff"))
          .contains("One merge strategy at least must be enabled.");
      assertThat(browser.refused(own, "/strategies", "strategies", "squash", "usual", "no-ff"))
          .contains("The default strategy no-ff must be one of those that are enabled.");
      String saved =
          browser.save(
              ofProject,
              "/strategies",
              "strategies",
              "squash",
              "strategies",
              "ff",
              "usual",
              "squash",
              "title",
              "${title} <&>");
      assertThat(saved)
          .contains("The way of merging is saved.", "${title} &lt;&amp;&gt;", "Use the server’s");
      assertThat(browser.get(own).body()).contains("They come from the project.");
      assertThat(admin.get(rest).at("/mergeConfig/defaultStrategy/id")).isEqualTo("squash");
      browser.save(own, "/strategies", "strategies", "ff-only", "usual", "ff-only");
      assertThat(admin.get(rest).at("/mergeConfig/type")).isEqualTo("REPOSITORY");
      browser.save(own, "/strategies", "inherit", "true");
      assertThat(admin.get(rest).at("/mergeConfig/type")).isEqualTo("PROJECT");
      browser.save(ofProject, "/strategies", "inherit", "true");
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
      assertThat(browser.refused(page, "/default", wanted))
          .contains("0 to 2, the number of reviewers, not 3", "fix/&lt;b&gt;*");
      wanted[11] = "2";
      assertThat(browser.save(page, "/default", wanted))
          .contains("The default reviewers are added.", "2 of them must approve.");
      assertThat(admin.get(conditions).at("/0/targetRefMatcher/displayId")).isEqualTo("main");
      wanted[9] = "nobody-at-all";
      assertThat(browser.refused(page, "/default", wanted))
          .contains("error-reviewers", "is not a user.");
      wanted[1] = "BRANCH";
      assertThat(browser.submit(page, page + "/default", wanted).statusCode()).isEqualTo(400);
      String id = admin.get(conditions).at("/0/id");
      browser.save(page, "/default/" + id + "/remove");
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
      assertThat(browser.save(page, "", wanted))
          .contains("Required builds saved.", "lint &lt;b&gt;", "main", "any hotfix branch");
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
      assertThat(browser.save(page, "", changed)).contains("any branch");
      assertThat(admin.get(conditions).at("/values/0/buildParentKeys/0")).isEqualTo("all");
      assertThat(admin.get(conditions).json().at("/values/0").has("exemptRefMatcher")).isFalse();

      browser.save(page, "/" + id + "/remove");
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
        String refused =
            browser.refused(
                page,
                "",
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
        assertThat(refused).contains(one[5], one[6], one[0].strip());
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
      assertThat(browser.save(ofProject, "/auto-decline", "state", "ON", "inactivityWeeks", "8"))
          .contains("Auto-decline is saved.");
      assertThat(browser.get(own).body()).contains("There it is on, after 8 weeks.");
      assertThat(admin.get(setting).at("/inactivityWeeks")).isEqualTo("8");
      browser.save(own, "/auto-decline", "state", "OFF", "inactivityWeeks", "2");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("REPOSITORY");
      assertThat(admin.get(setting).at("/enabled")).isEqualTo("false");
      browser.save(own, "/auto-decline", "state", "INHERITED", "inactivityWeeks", "2");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("PROJECT");
      assertThat(admin.get(setting).at("/inactivityWeeks")).isEqualTo("8");

      String refused =
          browser.refused(own, "/auto-decline", "state", "MAYBE", "inactivityWeeks", "<soon>");
      assertThat(refused)
          .contains(
              "error-enabled",
              "not &quot;MAYBE&quot;",
              "error-inactivityWeeks",
              "&quot;&lt;soon&gt;&quot;");
      assertThat(browser.refused(own, "/auto-decline", "state", "ON", "inactivityWeeks", "3"))
          .contains("error-inactivityWeeks", "one of [1, 2, 4, 8, 12], not 3");
      assertThat(admin.get(setting).at("/scope/type")).isEqualTo("PROJECT");
    }
  }

  @Test
  void allThatIsWrongWithAFormIsToldAtOnce() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String checks =
          browser.refused(
              own, "/checks", "requiredApprovers", "11", "requiredSuccessfulBuilds", "12");
      assertThat(checks).contains("error-requiredApprovers", "error-requiredSuccessfulBuilds");
      String merging =
          browser.refused(
              own,
              "/strategies",
              "strategies",
              "squash",
              "usual",
              "no-ff",
              "commitSummaries",
              "many",
              "title",
              "t".repeat(8_193));
      assertThat(merging)
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
      browser.save(own, "/auto-merge", "state", "OFF");
      assertThat(admin.get(auto).at("/enabled")).isEqualTo("false");
      browser.save(own, "/auto-merge", "state", "INHERITED");
      assertThat(admin.get(auto).at("/scope/type")).isEqualTo("GLOBAL");
      browser.save(ofProject, "/auto-merge", "state", "OFF", "everywhere", "true");
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
