package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class BulkImportTest {

  private static final String BULK = ImportKit.OWN + "admin/import/bulk";

  private final TestingServer server = TestingServer.shared();
  private final ImportKit kit = new ImportKit(server);
  private final String name = TestingProjects.name("many");
  @TempDir private Path temporary;
  private Path directory;
  private GitFixture template;

  @BeforeEach
  void makeTemplate() throws IOException {
    directory = Files.createDirectories(kit.root().resolve(name));
    GitFixture work = GitFixture.workTree(temporary.resolve("work"));
    work.commit("a.txt", "one\n");
    template = work;
  }

  @Test
  void importsADirectoryAndPassesOverWhatCameBefore() throws IOException {
    for (int i = 0; i < 17; i++) {
      add(directory.resolve("tool-%02d.git".formatted(i)));
    }
    Files.createDirectories(directory.resolve("no-repository"));
    GitFixture.bare(directory.resolve("broken.git"));
    Files.writeString(
        directory.resolve("broken.git/packed-refs"), "5".repeat(40) + " refs/heads/x\n");
    add(directory.resolve("taken"));
    add(directory.resolve("-odd name"));
    TestingProjects.in(server).repository(kit.project, NewRepository.named("taken"));

    TestingRest.Response done = run("{'folder': '%s', 'projectKey': '%s'}");
    assertThat(done.at("/state")).isEqualTo("DONE");
    assertThat(done.json().at("/total").asInt()).isEqualTo(20);
    assertThat(done.json().at("/counts/DONE").asInt()).isEqualTo(17);
    assertThat(done.json().at("/counts/FAILED").asInt()).isEqualTo(3);
    assertThat(kit.repository("tool-16").state()).isEqualTo(RepositoryState.AVAILABLE);
    assertThat(kit.directory("tool-07").git("rev-parse", "main"))
        .isEqualTo(template.git("rev-parse", "HEAD"));
    TestingRest.Response failed =
        kit.admin.get(BULK + "/" + done.at("/id") + "/repositories?state=failed&limit=2");
    assertThat(failed.json().at("/values").size()).isEqualTo(2);
    assertThat(failed.json().at("/isLastPage").asBoolean()).isFalse();
    assertThat(failed.at("/values/0/message")).contains("\"-odd name\" is not a repository name");
    assertThat(failed.at("/values/1/problem")).isEqualTo("INCOMPLETE");
    assertThat(kit.admin.get("projects/" + kit.project.key() + "/repos/broken").status())
        .isEqualTo(404);

    TestingRest.Response again = run("{'folder': '%s', 'projectKey': '%s'}");
    assertThat(again.json().at("/counts/SKIPPED").asInt()).isEqualTo(17);
    assertThat(again.json().at("/counts/FAILED").asInt()).isEqualTo(3);
  }

  @Test
  void findsProjectsByTheNamesOfDirectoriesAndTriesAgainWhatFailed() throws IOException {
    Project other = TestingProjects.in(server).project();
    String absent = TestingProjects.name("NEW");
    add(directory.resolve(kit.project.key() + "/one.git"));
    add(directory.resolve(other.key().toLowerCase(java.util.Locale.ROOT) + "/two.git"));
    add(directory.resolve(absent + "/three.git"));
    TestingRest.Response done = run("{'folder': '%s'}");
    assertThat(done.json().at("/counts/DONE").asInt()).isEqualTo(2);
    assertThat(done.json().at("/counts/FAILED").asInt()).isEqualTo(1);
    assertThat(kit.admin.get("projects/" + other.key() + "/repos/two").status()).isEqualTo(200);
    assertThat(
            kit.admin
                .post("projects", "{'key': '%1$s', 'name': '%1$s'}".formatted(absent))
                .status())
        .isEqualTo(201);
    String one = BULK + "/" + done.at("/id");
    assertThat(kit.admin.post(one + "/retry", "{}").status()).isEqualTo(202);
    assertThat(await(one).json().at("/counts/DONE").asInt()).isEqualTo(3);
  }

  @Test
  void refusesDirectoriesWithoutRepositoriesAndProjectsThatAreNone() {
    assertThat(start("{'folder': '%s', 'projectKey': '%s'}").message())
        .endsWith("has no Git repositories in it.");
    assertThat(start("{'folder': '%s', 'projectKey': 'NO-%s'}").status()).isEqualTo(400);
    assertThat(start("{'folder': '/etc'}").status()).isEqualTo(400);
    assertThat(start("{}").status()).isEqualTo(400);
    assertThat(kit.admin.get(BULK + "/999999").status()).isEqualTo(404);
    assertThat(kit.admin.get(BULK + "/x").status()).isBetween(400, 404);
    assertThat(kit.admin.get(BULK + "/1/repositories?state=odd").status()).isEqualTo(400);
  }

  @Test
  void cancelLeavesOutWhatWaits() throws IOException {
    for (int i = 0; i < 12; i++) {
      add(directory.resolve("tool-%02d.git".formatted(i)));
    }
    String one = BULK + "/" + start("{'folder': '%s', 'projectKey': '%s'}").at("/id");
    assertThat(kit.admin.post(one + "/cancel", "{}").status()).isEqualTo(200);
    TestingRest.Response ended = await(one);
    assertThat(ended.at("/state")).isEqualTo("CANCELLED");
    int done = ended.json().at("/counts/DONE").asInt(0);
    assertThat(ended.json().at("/counts/CANCELLED").asInt()).isEqualTo(12 - done);
    assertThat(
            kit.admin
                .get("projects/" + kit.project.key() + "/repos?limit=100")
                .json()
                .at("/size")
                .asInt())
        .isEqualTo(done);
  }

  private void add(Path repository) throws IOException {
    Files.createDirectories(repository.getParent());
    template.git("clone", "--quiet", "--bare", ".", repository.toString());
  }

  private TestingRest.Response start(String json) {
    return kit.admin.post(BULK, json.formatted(name, kit.project.key()));
  }

  private TestingRest.Response run(String json) {
    TestingRest.Response begun = start(json);
    assertThat(begun.status()).describedAs(begun.response().body()).isEqualTo(202);
    return await(BULK + "/" + begun.at("/id"));
  }

  private TestingRest.Response await(String path) {
    return Awaitility.await()
        .atMost(ImportKit.LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> kit.admin.get(path), response -> !response.at("/state").equals("RUNNING"));
  }
}
