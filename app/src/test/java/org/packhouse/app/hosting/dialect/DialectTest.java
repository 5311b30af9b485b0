package org.packhouse.app.hosting.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

class DialectTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingRest nobody = TestingRest.anonymous(server);

  @Test
  void everybodyLearnsWhatTheServerCanDo() {
    Response response = nobody.get("/rest/capabilities");
    assertThat(response.at("/application")).isEqualTo("stash");
    assertThat(response.at("/buildDate")).isEqualTo("2025-01-06T00:00:00Z");
    String builds = response.at("/capabilities/build");
    assertThat(builds).startsWith(server.httpUrl() + "/rest/api/");
    Response ofBuilds = nobody.get(builds.substring(server.httpUrl().toString().length()));
    assertThat(ofBuilds.json().at("/buildStatus").isArray()).isTrue();
    String webhooks = response.at("/capabilities/webhooks");
    Response ofWebhooks = nobody.get(webhooks.substring(server.httpUrl().toString().length()));
    assertThat(ofWebhooks.json().at("/application-webhooks").valueStream().map(JsonNode::asString))
        .contains("repo:refs_changed", "pr:opened", "mirror:repo_synchronized")
        .doesNotContain("diagnostics:ping");
    assertThat(admin.get("/rest/capabilities").response().headers().firstValue("X-AUSERNAME"))
        .hasValue("admin");
  }

  @Test
  void peopleSignInByAForm() {
    Response response = nobody.get("/rest/authconfig/1.0/login-options");
    assertThat(response.at("/results/0/type")).isEqualTo("LOGIN_FORM");
    assertThat(response.at("/isLastPage")).isEqualTo("true");
  }

  @Test
  void whoLooksForSomebodyToSignInWithElsewhereFindsNothing() {
    Response response = nobody.get("/rest/oauth2/1.0/client");
    assertThat(response.status()).isEqualTo(404);
    assertThat(response.json().at("/errors")).hasSize(1);
  }

  @Test
  void thereAreNoMirrors() {
    Repository repository = TestingProjects.in(server).repository();
    assertThat(admin.get("/rest/mirroring/1.0/mirrorServers?limit=100").at("/size")).isEqualTo("0");
    String mirrors = "/rest/mirroring/latest/repos/%d/mirrors";
    assertThat(admin.get(mirrors.formatted(repository.id())).at("/isLastPage")).isEqualTo("true");
    assertThat(admin.get(mirrors.formatted(Long.MAX_VALUE)).status()).isEqualTo(404);
    assertThat(admin.get("/rest/mirroring/latest/repos/x/mirrors").status()).isEqualTo(400);
    assertThat(nobody.get(mirrors.formatted(repository.id())).status()).isEqualTo(401);
  }

  @Test
  void thereAreNoPlugins() {
    for (String path : new String[] {"/rest/plugins/1.0", "/rest/plugins/1.0/?os_authType=basic"}) {
      Response response = admin.get(path);
      assertThat(response.status()).describedAs(path).isEqualTo(200);
      assertThat(response.json().at("/plugins").isArray()).isTrue();
    }
    assertThat(admin.get("/rest/plugins/1.0/some.plugin-key").status()).isEqualTo(404);
    assertThat(nobody.get("/rest/plugins/1.0/").status()).isEqualTo(401);
  }

  @Test
  void largeFilesAreOffAndStayOff() {
    Repository repository = TestingProjects.in(server).repository();
    String path =
        "/rest/git-lfs/admin/projects/%s/repos/%s/enabled"
            .formatted(repository.project().key(), repository.slug());
    assertThat(admin.get(path).status()).isEqualTo(404);
    Response refused = admin.send("PUT", path, null);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains(repository.path()).contains("does not offer it");
    assertThat(admin.delete(path).status()).isEqualTo(204);
  }
}
