package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.networks.pullrequest.MergeRules.Checks;
import org.packhouse.app.networks.pullrequest.PullRequestSettings.MergingChoice;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class PullRequestSettingsRestTest {

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
    Resource resource = new Resource(repository.project(), repository);
    try (ExecutorService both = Executors.newFixedThreadPool(2)) {
      for (int round = 1; round <= 10; round++) {
        Checks checks = new Checks(false, false, round, 0, false, false, List.of());
        MergingChoice merging = new MergingChoice(List.of("no-ff"), null, round, null, null);
        CyclicBarrier together = new CyclicBarrier(2);
        Future<?> first =
            both.submit(() -> {
              together.await();
              settings.check(repository, checks);
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
        assertThat(settings.of(resource).checks()).isEqualTo(checks);
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
            {"checks": {"allApprovers": true, "allTasks": false, "approvers": 3, "builds": 0,
                        "noNeedsWork": false, "unapproveOnUpdate": false, "later": 1}}
            """)
        .update();
    Response response = admin.get(repo + "/settings/pull-requests");
    assertThat(response.at("/requiredApprovers")).isEqualTo("3");
    assertThat(response.json().at("/requiredReports")).isEmpty();
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
