package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingRest;
import tools.jackson.databind.JsonNode;

class ScmCacheRestTest {

  private static final String PATH = "/rest/packhouse/latest/admin/scm-cache";

  @TempDir private Path directory;
  private FetchKit kit;
  private TestingRest admin;
  private String tip;

  @BeforeEach
  void cloneOnce() {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
    tip = source.commit("a", "1");
    kit.fill(source);
    admin = TestingRest.admin(kit.server);
    fetch("ofs-delta");
  }

  @Test
  void listsWhatIsKept() {
    fetch("ofs-delta");
    assertThat(entries()).hasSize(1);
    JsonNode entry = entries().getFirst();
    assertThat(entry.get("repository").asString()).isEqualTo(kit.repository.path());
    assertThat(entry.get("hits").asLong()).isEqualTo(1);
    assertThat(entry.get("size").asLong()).isGreaterThan(100);
    assertThat(admin.get(PATH).at("/enabled")).isEqualTo("true");
    assertThat(Long.parseLong(admin.get(PATH).at("/statistics/hits"))).isPositive();
  }

  @Test
  void dropsOneOrAllOfARepositoryOrEverything() {
    fetch("thin-pack");
    assertThat(entries()).hasSize(2);
    String first = PATH + "/entries/" + kit.repository.id();
    assertThat(admin.delete(first + "/" + entries().getFirst().get("id").asString()).status())
        .isEqualTo(204);
    assertThat(entries()).hasSize(1);
    assertThat(admin.delete(first).status()).isEqualTo(204);
    assertThat(entries()).isEmpty();
    fetch("ofs-delta");
    assertThat(admin.delete(PATH + "/entries").status()).isEqualTo(204);
    assertThat(entries()).isEmpty();
    long before = kit.processes();
    fetch("ofs-delta");
    assertThat(kit.processes()).isEqualTo(before + 1);
  }

  @Test
  void namesWhatNamesNoEntry() {
    TestingRest.Response response = admin.delete(PATH + "/entries/1/xyz");
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.message())
        .isEqualTo("\"xyz\" names no entry of the cache: it must be 64 hexadecimal digits.");
    assertThat(admin.delete(PATH + "/entries/nine").status()).isBetween(400, 404);
    assertThat(admin.get(PATH + "/entries?limit=-1").status()).isEqualTo(400);
  }

  @Test
  void tellsItsMetersToAdministrators() {
    String meters = admin.get("/rest/packhouse/latest/metrics").response().body();
    assertThat(meters)
        .contains("scm_cache_requests_total{outcome=\"miss\"")
        .contains("scm_cache_requests_total{outcome=\"hit\"")
        .contains("scm_cache_stored_bytes")
        .contains("git_cache_size_bytes");
    assertThat(TestingRest.anonymous(kit.server).get("/rest/packhouse/latest/metrics").status())
        .isEqualTo(401);
  }

  private void fetch(String option) {
    kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", option, "want " + tip, "done"));
  }

  private List<JsonNode> entries() {
    JsonNode page = admin.get(PATH + "/entries?limit=1000").json();
    return StreamSupport.stream(page.get("values").spliterator(), false)
        .filter(entry -> entry.get("repositoryId").asLong() == kit.repository.id())
        .toList();
  }
}
