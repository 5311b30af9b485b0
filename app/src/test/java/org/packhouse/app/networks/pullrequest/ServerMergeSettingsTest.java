package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class ServerMergeSettingsTest {

  private static final String SERVER = "admin/pull-requests/git";

  @Test
  void holdWhereNeitherRepositoryNorProjectSaysHowToMerge(@TempDir Path temporary) {
    try (TestingServer server = TestingServer.builder().start()) {
      PullRequestKit kit = new PullRequestKit(temporary, server);
      String ofRepository = kit.path + "/settings/pull-requests";
      String ofProject =
          "projects/" + kit.repository.project().key() + "/settings/pull-requests/git";
      assertThat(kit.admin.get(SERVER).at("/defaultStrategy/id")).isEqualTo("no-ff");
      Response set = kit.admin.post(SERVER, body("squash"));
      assertThat(set.at("/defaultStrategy/id")).as(set.response().body()).isEqualTo("squash");
      assertThat(set.at("/type")).isEqualTo("DEFAULT");
      for (String settings : new String[] {ofRepository, ofProject}) {
        assertThat(kit.admin.get(settings).at("/mergeConfig/defaultStrategy/id"))
            .isEqualTo("squash");
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
  }

  private static String body(String strategy) {
    return "{'mergeConfig':{'strategies':[{'id':'%s'}]}}".formatted(strategy);
  }
}
