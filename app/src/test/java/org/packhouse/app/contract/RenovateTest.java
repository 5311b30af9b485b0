package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Renovate, as npm brings it, works on a repository of this server without being changed. */
@Tag("full")
@Tag("rest")
class RenovateTest {

  private static final String VERSION = "39.264.1";
  private static final int MAX_SECONDS = 900;

  @Test
  void findsAnUpdateOfADependency(@TempDir Path directory) throws IOException {
    Path program = install();
    try (TestingServer server = TestingServer.builder().start()) {
      Repository repository = TestingProjects.in(server).repository();
      push(server, repository, directory.resolve("work"));
      ProcessBuilder renovate =
          new ProcessBuilder(program.toString(), repository.path()).directory(directory.toFile());
      renovate.environment().put("RENOVATE_PLATFORM", "bitbucket-server");
      renovate.environment().put("RENOVATE_ENDPOINT", server.httpUrl().toString());
      renovate.environment().put("RENOVATE_USERNAME", TestingServer.ADMIN);
      renovate.environment().put("RENOVATE_PASSWORD", TestingServer.ADMIN_PASSWORD);
      renovate.environment().put("RENOVATE_DRY_RUN", "full");
      renovate.environment().put("RENOVATE_ONBOARDING", "false");
      renovate.environment().put("RENOVATE_REQUIRE_CONFIG", "optional");
      renovate.environment().put("RENOVATE_BASE_DIR", directory.resolve("renovate").toString());
      renovate.environment().put("RENOVATE_NPMRC", "registry=" + registry());
      renovate.environment().put("LOG_LEVEL", "debug");
      renovate.environment().put("LOG_FORMAT", "json");
      TestingSsh.Result result = TestingSsh.run(renovate, MAX_SECONDS);
      String log = result.out() + result.err();
      assertThat(result.status()).as(log).isZero();
      assertThat(log.lines().filter(line -> line.contains("\"level\":50"))).isEmpty();
      assertThat(log).contains("\"depName\":\"left-pad\"", "Dependency extraction complete");
      assertThat(log).contains("DRY-RUN: Would commit files to branch");
    }
  }

  private static void push(TestingServer server, Repository repository, Path directory) {
    GitFixture git = GitFixture.workTree(directory);
    git.write("package.json", "{\"name\":\"a\",\"dependencies\":{\"left-pad\":\"1.1.0\"}}\n");
    git.commitAll("Begin");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
  }

  private static String registry() {
    return TestingSsh.run(Path.of("."), "npm", "config", "get", "registry").out().strip();
  }

  /** Installed once in the build directory. */
  private static Path install() throws IOException {
    Path directory = Path.of("target", "renovate-" + VERSION).toAbsolutePath();
    Path program = directory.resolve("node_modules/.bin/renovate");
    if (!Files.exists(directory.resolve("complete"))) {
      Files.createDirectories(directory);
      List<String> line =
          List.of(
              "npm",
              "install",
              "--prefix",
              directory.toString(),
              "--no-audit",
              "--no-fund",
              "--ignore-scripts",
              "renovate@" + VERSION);
      TestingSsh.Result result =
          TestingSsh.run(new ProcessBuilder(line).directory(directory.toFile()), MAX_SECONDS);
      assertThat(result.status()).as(result.out() + result.err()).isZero();
      Files.createFile(directory.resolve("complete"));
    }
    return program;
  }
}
