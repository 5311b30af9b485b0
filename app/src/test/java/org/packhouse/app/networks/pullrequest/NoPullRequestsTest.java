package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class NoPullRequestsTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key();
  private final String repo = project + "/repos/" + repository.slug();

  @Test
  void everyListIsEmpty() {
    String query = "?state=ALL&direction=outgoing&role.1=AUTHOR&username.1=admin&limit=100";
    for (String path :
        new String[] {
          repo + "/pull-requests" + query,
          repo + "/participants?role=REVIEWER",
          "dashboard/pull-requests?state=OPEN",
          "dashboard/pull-request-suggestions",
          "inbox/pull-requests"
        }) {
      Response response = admin.get(path);
      assertThat(response.status()).describedAs(path).isEqualTo(200);
      assertThat(response.json().at("/values")).isEmpty();
      assertThat(response.at("/isLastPage")).isEqualTo("true");
    }
    assertThat(admin.get("inbox/pull-requests/count").at("/count")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state=GONE", "direction=up", "order=RANDOM", "limit=0", "start=-1"})
  void refusesWhatNoListHas(String query) {
    assertThat(admin.get(repo + "/pull-requests?" + query).status()).isEqualTo(400);
  }

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
