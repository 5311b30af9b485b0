package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingBrowser;
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
