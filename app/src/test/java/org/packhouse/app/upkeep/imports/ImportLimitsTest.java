package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Limits of what an import takes: a server with narrow limits. */
@Tag("full")
@Tag("imports")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImportLimitsTest {

  private TestingServer server;
  private ImportKit kit;
  private GitFixture work;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server =
        TestingServer.builder()
            .with("import.allowed-addresses", "127.0.0.0/8,::1")
            .with("import.max-size", "300KB")
            .with("import.connect-timeout", "2s")
            .with("import.idle-timeout", "1s")
            .start();
    kit = new ImportKit(server);
    work = GitFixture.workTree(directory.resolve("work"));
    work.commit("README.md", "# Small\n");
    byte[] noise = new byte[400_000];
    new Random(1).nextBytes(noise);
    work.git("branch", "small");
    Files.write(work.directory().resolve("noise.bin"), noise);
    work.commitAll("Add noise");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void stopsAnImportThatIsTooLarge() throws IOException {
    Repository source = TestingProjects.in(server).publicRepository();
    push(source, "main");
    TestingRest.Response failed =
        kit.run("large", "{'name': 'large', 'url': '%s'}".formatted(kit.url(source)));
    assertThat(failed.at("/problem/code")).isEqualTo("TOO_LARGE");
    assertThat(failed.at("/problem/message")).contains("limit of import.max-size");
    assertThat(kit.directory("large").git("count-objects", "-v")).contains("packs: 0");
    Files.createDirectories(kit.root());
    work.git("clone", "--quiet", "--bare", ".", kit.root().resolve("large-too.git").toString());
    assertThat(
            kit.run("large-too", "{'name': 'large-too', 'path': 'large-too.git'}")
                .at("/problem/code"))
        .isEqualTo("TOO_LARGE");
  }

  @Test
  void takesWhatIsSmallEnough() {
    Repository source = TestingProjects.in(server).publicRepository();
    push(source, "small");
    TestingRest.Response done =
        kit.run("small", "{'name': 'small', 'url': '%s'}".formatted(kit.url(source)));
    assertThat(done.at("/state")).describedAs(done.response().body()).isEqualTo("DONE");
  }

  @Test
  void givesUpOnAServerThatSaysNothing() {
    try (OddServer odd = new OddServer()) {
      TestingRest.Response failed =
          kit.run(
              "silent",
              "{'name': 'silent', 'url': '%s', 'credentials': {'username': '%s', 'password': '%s'}}"
                  .formatted(odd.url("/held/x.git"), OddServer.USER, OddServer.SECRET));
      assertThat(failed.at("/problem/code")).isEqualTo("TIMEOUT");
    }
  }

  private void push(Repository target, String branch) {
    String url = kit.url(target).replace("//", "//admin:" + TestingServer.ADMIN_PASSWORD + "@");
    work.git("push", "--quiet", url, branch);
  }
}
