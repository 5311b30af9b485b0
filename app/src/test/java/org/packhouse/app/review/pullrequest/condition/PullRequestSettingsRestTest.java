package org.packhouse.app.review.pullrequest.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings.MergingChoice;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class PullRequestSettingsRestTest {

  private static final String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key();
  private final String repo = project + "/repos/" + repository.slug();

  @Test
  void mergingIsByMergeCommitUntilSomebodyChooses() {
    Response response = admin.get(repo + "/settings/pull-requests");
    assertThat(response.at("/mergeConfig/defaultStrategy/id")).isEqualTo("no-ff");
    assertThat(response.at("/mergeConfig/defaultStrategy/enabled")).isEqualTo("true");
    assertThat(response.at("/mergeConfig/defaultStrategy/name")).isEqualTo("Merge commit");
    assertThat(response.json().at("/mergeConfig/strategies")).hasSize(7);
    assertThat(response.at("/mergeConfig/strategies/1/enabled")).isEqualTo("false");
    assertThat(response.at("/requiredApprovers")).isEqualTo("0");
    assertThat(admin.get(project + "/settings/pull-requests/git").at("/mergeConfig/type"))
        .isEqualTo("DEFAULT");
    assertThat(admin.get(project + "/settings/pull-requests/svn").status()).isEqualTo(404);
  }

  @Test
  void whoSavesOnePartLosesNothingOfTheOther() throws Exception {
    PullRequestSettings settings = server.get(PullRequestSettings.class);
    MergeConditions conditions = server.get(MergeConditions.class);
    Resource resource = new Resource(repository.project(), repository);
    try (ExecutorService both = Executors.newFixedThreadPool(2)) {
      for (int round = 1; round <= 10; round++) {
        Checks checks = new Checks(false, false, round, 0, false, false);
        MergingChoice merging = new MergingChoice(List.of("no-ff"), null, round, null, null);
        CyclicBarrier together = new CyclicBarrier(2);
        Future<?> first =
            both.submit(() -> {
              together.await();
              settings.check(resource, checks);
              return null;
            });
        Future<?> second =
            both.submit(() -> {
              together.await();
              settings.merge(resource, merging);
              return null;
            });
        first.get();
        second.get();
        assertThat(conditions.of(resource)).isEqualTo(checks);
        assertThat(settings.of(resource).merging().commitSummaries()).isEqualTo(round);
      }
    }
  }

  /** As nodes of the last release have written them, and those of a later one may. */
  @Test
  void settingsAreReadWithoutFieldsThatCameLaterAndWithThoseThatAreNotKnown() {
    server
        .get(JdbcClient.class)
        .sql("insert into pull_request_settings (repository_id, settings) values (?, ?::jsonb)")
        .params(
            repository.id(),
            """
            {"merging": {"usual": "squash", "strategies": ["squash"], "commitSummaries": 3, "later": 1},
             "checks": {"allApprovers": true, "allTasks": false, "approvers": 3, "builds": 0,
                        "noNeedsWork": false, "unapproveOnUpdate": false, "later": 1}}
            """)
        .update();
    Response response = admin.get(repo + "/settings/pull-requests");
    assertThat(response.at("/mergeConfig/defaultStrategy/id")).isEqualTo("squash");
    assertThat(response.at("/mergeConfig/commitSummaries")).isEqualTo("3");
  }

  @Test
  void mergeChecksOfAProjectHoldWhereARepositorySaysNothingElse() {
    String hooks = "/settings/hooks/";
    String approvals = BUNDLED + "requiredApproversMergeHook";
    String builds = "com.atlassian.bitbucket.server.bitbucket-build:requiredBuildsMergeCheck";
    String tasks = BUNDLED + "incomplete-tasks-merge-check";
    Response listed = admin.get(project + "/settings/hooks?type=PRE_PULL_REQUEST_MERGE");
    assertThat(listed.json().at("/values")).hasSize(6);
    assertThat(listed.at("/values/0/details/type")).isEqualTo("PRE_PULL_REQUEST_MERGE");
    enable(project + hooks + approvals, "{'requiredCount':'2'}");
    enable(project + hooks + builds, "{'requiredCount':1}");
    enable(project + hooks + tasks, "{}");
    String settings = repo + "/settings/pull-requests";
    Response inherited = admin.get(settings);
    assertThat(inherited.at("/requiredApprovers")).isEqualTo("2");
    assertThat(inherited.at("/requiredSuccessfulBuilds")).isEqualTo("1");
    assertThat(inherited.at("/requiredAllTasksComplete")).isEqualTo("true");
    assertThat(inherited.at("/requiredAllApprovers")).isEqualTo("false");

    assertThat(inherited.at("/" + BUNDLED + "requiredApprovers/count")).isEqualTo("2");
    admin.post(
        settings,
        "{'requiredApprovers':5,'%srequiredApprovers':{'enable':true,'count':2},'requiredAllTasksComplete':false}"
            .formatted(BUNDLED));
    Response own = admin.get(repo + hooks + tasks);
    assertThat(own.at("/enabled")).isEqualTo("false");
    assertThat(own.at("/scope/type")).isEqualTo("REPOSITORY");
    assertThat(admin.get(repo + hooks + approvals).at("/scope/type"))
        .as("it did not change")
        .isEqualTo("PROJECT");
    admin.put(project + hooks + approvals + "/settings", "{'requiredCount':3}");
    assertThat(admin.get(settings).at("/requiredApprovers")).isEqualTo("3");
    assertThat(admin.delete(repo + hooks + tasks).status()).isEqualTo(204);
    assertThat(admin.get(settings).at("/requiredAllTasksComplete")).isEqualTo("true");
    admin.delete(project + hooks + approvals + "/enabled");
    assertThat(admin.get(settings).at("/requiredApprovers")).isEqualTo("0");
    for (String wrong :
        new String[] {"{'requiredCount':11}", "{'requiredCount':0}", "{'requiredCount':'many'}"}) {
      Response refused = admin.put(repo + hooks + builds + "/enabled", wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(400);
    }
  }

  private void enable(String hook, String settings) {
    Response enabled = admin.put(hook + "/enabled", settings);
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
  }

  @Test
  void nobodyIsAReviewerByDefault() {
    String root = "/rest/default-reviewers/1.0/";
    for (String path :
        new String[] {
          repo + "/reviewers?sourceRepoId=1&targetRepoId=1&sourceRefId=a&targetRefId=b",
          repo + "/conditions",
          project + "/conditions"
        }) {
      Response response = admin.get(root + path);
      assertThat(response.status()).describedAs(path).isEqualTo(200);
      assertThat(response.json().isArray()).isTrue();
      assertThat(response.json()).isEmpty();
    }
    assertThat(admin.get(root + repo + "/reviewers?sourceRepoId=x").status()).isEqualTo(400);
  }
}
