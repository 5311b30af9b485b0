package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerMergeSettingsTest {

  private static final String SERVER = "admin/pull-requests/git";
  private static final String PAGE = "/admin/pull-requests";

  private TestingServer server;

  @BeforeAll
  void start() {
    server = TestingServer.builder().start();
  }

  @AfterEach
  void reset() {
    TestingRest.admin(server).post(SERVER, "{'mergeConfig':{'type':'DEFAULT'}}");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void areMadeOnAPageThatTellsAllThatBreaksARule() {
    TestingRest admin = TestingRest.admin(server);
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(PAGE).body()).doesNotContain("Use what Packhouse came with instead");
      String saved =
          browser.save(
              PAGE,
              "/strategies",
              "strategies",
              "squash",
              "strategies",
              "ff",
              "usual",
              "squash",
              "commitSummaries",
              "7",
              "body",
              "<one>\r\ntwo");
      assertThat(saved)
          .contains(
              "The way of merging is saved.",
              "&lt;one&gt;\ntwo",
              "Use what Packhouse came with instead");
      assertThat(admin.get(SERVER).at("/defaultStrategy/id")).isEqualTo("squash");
      assertThat(admin.get(SERVER).at("/commitSummaries")).isEqualTo("7");
      assertThat(admin.get(SERVER).at("/commitMessageTemplate/body")).isEqualTo("<one>\ntwo");

      String refused =
          browser.refused(PAGE, "/strategies", "usual", "no-ff", "commitSummaries", "101");
      assertThat(refused)
          .contains(
              "One merge strategy at least must be enabled.",
              "error-mergeConfig.commitSummaries",
              "0 to 100, not 101");
      browser.save(PAGE, "/strategies", "inherit", "true");
      assertThat(admin.get(SERVER).at("/defaultStrategy/id")).isEqualTo("no-ff");
    }
    String name = TestingPeople.uniqueName("someone");
    TestingPeople.of(server).createUser(name, "Their-password-1");
    try (TestingBrowser someone = TestingBrowser.of(server, name, "Their-password-1")) {
      assertThat(someone.get(PAGE).statusCode()).isIn(403, 404);
      assertThat(someone.submit("/account", PAGE + "/strategies", "inherit", "true").statusCode())
          .isIn(403, 404);
    }
  }

  @Test
  void holdWhereNeitherRepositoryNorProjectSaysHowToMerge(@TempDir Path temporary) {
    PullRequestKit kit = new PullRequestKit(temporary, server);
    String ofRepository = kit.path + "/settings/pull-requests";
    String ofProject = "projects/" + kit.repository.project().key() + "/settings/pull-requests/git";
    assertThat(kit.admin.get(SERVER).at("/defaultStrategy/id")).isEqualTo("no-ff");
    Response set = kit.admin.post(SERVER, body("squash"));
    assertThat(set.at("/defaultStrategy/id")).as(set.response().body()).isEqualTo("squash");
    assertThat(set.at("/type")).isEqualTo("DEFAULT");
    for (String settings : new String[] {ofRepository, ofProject}) {
      assertThat(kit.admin.get(settings).at("/mergeConfig/defaultStrategy/id")).isEqualTo("squash");
      assertThat(kit.admin.get(settings).at("/mergeConfig/type")).isEqualTo("DEFAULT");
    }
    kit.admin.post(ofProject, body("ff-only"));
    assertThat(kit.admin.get(ofRepository).at("/mergeConfig/defaultStrategy/id"))
        .isEqualTo("ff-only");
    kit.admin.post(ofProject, "{'mergeConfig':{'type':'DEFAULT'}}");
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    assertThat(kit.admin.post(kit.of(1) + "/merge?version=0", "{}").at("/state"))
        .isEqualTo("MERGED");
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("rev-list", "--count", "--merges", "FETCH_HEAD")).isEqualTo("0");

    assertThat(kit.admin.post(SERVER, body("octopus")).status()).isEqualTo(400);
    assertThat(kit.admin.post(SERVER, "{}").status()).isEqualTo(400);
    assertThat(kit.admin.get("admin/pull-requests/hg").status()).isEqualTo(404);
    assertThat(kit.as(kit.user("someone", Permission.REPO_ADMIN)).get(SERVER).status())
        .isEqualTo(401);
    kit.admin.post(SERVER, "{'mergeConfig':{'type':'DEFAULT'}}");
    assertThat(kit.admin.get(SERVER).at("/defaultStrategy/id")).isEqualTo("no-ff");
  }

  private static String body(String strategy) {
    return "{'mergeConfig':{'strategies':[{'id':'%s'}]}}".formatted(strategy);
  }
}
