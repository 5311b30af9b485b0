package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.automatic.AutoMerges;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

class AutoMergeRestTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;
  private long number;

  @BeforeEach
  void openAPullRequest() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "TOPIC.md", kit.path);
    number = kit.opened("topic");
    require("{'requiredSuccessfulBuilds':1}");
  }

  private void require(String settings) {
    assertThat(kit.admin.post(kit.path + "/settings/pull-requests", settings).status())
        .isEqualTo(200);
  }

  private Response wish(TestingRest by) {
    Response asked =
        by.post(
            kit.of(number) + "/merge?version=" + kit.version(number),
            "{'autoMerge':true,'message':'By itself'}");
    assertThat(asked.status()).as(asked.response().body()).isEqualTo(200);
    return asked;
  }

  private void succeed(String ofCommit) {
    Response told =
        kit.admin.post(
            "/rest/build-status/1.0/commits/" + ofCommit,
            "{'key':'ci','state':'SUCCESSFUL','url':'https://ci.example.org'}");
    assertThat(told.status()).isEqualTo(204);
  }

  private int waits() {
    return kit.admin.get(kit.of(number) + "/auto-merge").status();
  }

  @Test
  void mergesWhenTheBuildSucceeds() {
    assertThat(waits()).isEqualTo(404);
    assertThat(wish(kit.admin).at("/state")).isEqualTo("OPEN");
    Response wish = kit.admin.get(kit.of(number) + "/auto-merge");
    assertThat(wish.at("/fromHash")).isEqualTo(commit);
    assertThat(wish.at("/toRefId")).isEqualTo("refs/heads/main");
    assertThat(
            kit.admin.post(kit.of(number) + "/auto-merge", "{}").at("/autoMergeProcessingStatus"))
        .isEqualTo("VETOED");
    succeed(commit);
    kit.awaitField(number, "/state", "MERGED");
    assertThat(kit.bare(kit.repository).git("log", "-1", "--format=%B", "main"))
        .contains("By itself");
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(waits()).isEqualTo(404));
  }

  @Test
  void mergesWhenSomebodyApproves() {
    require("{'requiredSuccessfulBuilds':0,'requiredApprovers':1}");
    wish(kit.admin);
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    assertThat(reader.post(kit.of(number) + "/approve", "{}").status()).isEqualTo(200);
    kit.awaitField(number, "/state", "MERGED");
  }

  @Test
  void mergesAtOnceWhatNothingStandsAgainst() {
    succeed(commit);
    assertThat(wish(kit.admin).at("/state")).isEqualTo("MERGED");
    assertThat(waits()).isEqualTo(404);
  }

  @Test
  void doesNotMergeWhatWasPushedAfterItWasAskedFor() {
    wish(kit.admin);
    kit.work.git("checkout", "--quiet", commit);
    String pushed = kit.work.commit("MORE.md", "more\n");
    kit.push("topic");
    kit.awaitField(number, "/fromRef/latestCommit", pushed);
    succeed(pushed);
    assertThat(waits()).isEqualTo(404);
    String status =
        kit.admin.post(kit.of(number) + "/auto-merge", "{}").at("/autoMergeProcessingStatus");
    assertThat(status).isIn("STALE", "CANCELLED");
    assertThat(kit.get(number).at("/state")).isEqualTo("OPEN");
  }

  @Test
  void doesNotMergeForWhoMayNotWriteAnyMore() {
    User writer = kit.user("writer", Permission.REPO_WRITE);
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    assertThat(reader.post(kit.of(number) + "/auto-merge", "{}").status()).isEqualTo(401);
    assertThat(reader.delete(kit.of(number) + "/auto-merge").status()).isEqualTo(401);
    wish(kit.as(writer));
    TestingPeople.of(kit.server)
        .grant(writer, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
    require("{'requiredSuccessfulBuilds':0}");
    Response processed = kit.admin.post(kit.of(number) + "/auto-merge", "{}");
    assertThat(processed.at("/autoMergeProcessingStatus")).isEqualTo("CANCELLED");
    assertThat(processed.at("/pullRequest/state")).isEqualTo("OPEN");
  }

  @Test
  void isNotAskedForWhereItIsSwitchedOff() {
    String own = kit.path + "/settings/auto-merge";
    assertSwitch(kit.admin.get(own), "true", "GLOBAL", "NONE");
    wish(kit.admin);
    assertSwitch(kit.admin.put(own, "{'enabled':false}"), "false", "REPOSITORY", "NONE");
    assertThat(kit.admin.get(own).json().at("/scope/resourceId").asLong())
        .isEqualTo(kit.repository.id());
    assertThat(process()).isEqualTo("CANCELLED");
    assertThat(waits()).isEqualTo(404);
    Response refused =
        kit.admin.post(
            kit.of(number) + "/merge?version=" + kit.version(number), "{'autoMerge':true}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains("Auto-merge is switched off");
    assertThat(waits()).isEqualTo(404);
    assertThat(kit.admin.delete(own).status()).isEqualTo(204);
    wish(kit.admin);
    for (String body : List.of("{}", "{'enabled':'some'}", "{'enabled':null}")) {
      assertThat(kit.admin.put(own, body).status()).as(body).isEqualTo(400);
    }
  }

  @Test
  void aProjectMaySwitchItOffForAllOfItsRepositories() {
    String own = kit.path + "/settings/auto-merge";
    String project = "projects/" + kit.repository.project().key() + "/settings/auto-merge";
    User writer = kit.user("writer", Permission.REPO_ADMIN);
    kit.admin.put(own, "{'enabled':true}");
    assertSwitch(kit.admin.put(project, "{'enabled':false}"), "false", "PROJECT", "NONE");
    assertSwitch(kit.admin.get(own), "true", "REPOSITORY", "NONE");
    Response restricted = kit.admin.put(project, "{'enabled':false,'restrictionAction':'CREATE'}");
    assertSwitch(restricted, "false", "PROJECT", "RESTRICTED_MODIFIABLE");
    assertSwitch(kit.as(writer).get(own), "false", "PROJECT", "RESTRICTED_UNMODIFIABLE");
    assertThat(kit.as(writer).put(own, "{'enabled':true}").status()).isEqualTo(403);
    assertThat(kit.admin.delete(own).status()).isEqualTo(403);
    assertThat(kit.as(writer).put(project, "{'enabled':true}").status()).isEqualTo(401);
    kit.admin.put(project, "{'enabled':true}");
    assertSwitch(kit.admin.get(own), "true", "PROJECT", "RESTRICTED_MODIFIABLE");
    kit.admin.put(project, "{'enabled':false,'restrictionAction':'DELETE'}");
    assertSwitch(kit.admin.get(own), "true", "REPOSITORY", "NONE");
    assertThat(kit.admin.delete(own).status()).isEqualTo(204);
    assertSwitch(kit.admin.get(own), "false", "PROJECT", "NONE");
    assertThat(kit.admin.delete(project).status()).isEqualTo(204);
    assertSwitch(kit.admin.get(own), "true", "GLOBAL", "NONE");
    Response unknown = kit.admin.put(project, "{'enabled':true,'restrictionAction':'LIFT'}");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.message()).contains("LIFT");
  }

  private static void assertSwitch(Response response, String enabled, String scope, String state) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    assertThat(
            List.of(
                response.at("/enabled"),
                response.at("/scope/type"),
                response.at("/restrictionState")))
        .containsExactly(enabled, scope, state);
  }

  @Test
  void aWishIsTakenBack() {
    wish(kit.admin);
    assertThat(kit.admin.delete(kit.of(number) + "/auto-merge").status()).isEqualTo(204);
    assertThat(kit.admin.delete(kit.of(number) + "/auto-merge").status()).isEqualTo(404);
    succeed(commit);
    assertThat(kit.get(number).at("/state")).isEqualTo("OPEN");
  }

  @Test
  void givesUpWhatFailsAgainAndAgainAndSaysWhy() {
    wish(kit.admin);
    assertThat(kit.admin.put(kit.path, "{'archived':true}").status()).isEqualTo(201);
    for (int i = 1; i < AutoMerges.MAX_FAILURES; i++) {
      assertThat(process()).isEqualTo("LOCK_FAILURE");
    }
    assertThat(process()).isEqualTo("CANCELLED");
    Response gone = kit.admin.get(kit.of(number) + "/auto-merge");
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.message()).contains("archived");
    assertThat(kit.admin.put(kit.path, "{'archived':false}").status()).isEqualTo(201);
    assertThat(process()).isEqualTo("CANCELLED");
    wish(kit.admin);
    assertThat(waits()).isEqualTo(200);
    assertThat(process()).isEqualTo("VETOED");
  }

  private String process() {
    return kit.admin.post(kit.of(number) + "/auto-merge", "{}").at("/autoMergeProcessingStatus");
  }
}
