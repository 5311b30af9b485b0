package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

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
