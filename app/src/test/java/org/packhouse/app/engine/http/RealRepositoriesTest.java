package org.packhouse.app.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;

/**
 * Real repositories there and back. They are bundles in the directory {@code shared/data} beside
 * the project, or where the system property {@code packhouse.bundles} says; without them the test
 * is skipped.
 */
@Tag("full")
@Tag("clones")
class RealRepositoriesTest {

  @TempDir static Path certificates;
  private static TestingServer server;
  private static int plainPort;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    plainPort = FreePort.next();
    server =
        TestCertificate.create(certificates)
            .configure(TestingServer.builder())
            .with("server.additional-connector.1.port", Integer.toString(plainPort))
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"airlift,http", "airlift,https", "reactor-netty,http", "reactor-netty,https"})
  void comeBackAsTheyWere(String name, String scheme) throws Exception {
    Path bundle =
        Path.of(System.getProperty("packhouse.bundles", "../../shared/data"))
            .resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle));
    GitFixture git = GitFixture.in(directory);
    git.git("clone", "--quiet", "--mirror", bundle.toAbsolutePath().toString(), "source.git");
    GitFixture source = GitFixture.in(directory.resolve("source.git"));
    Repository repository = TestingProjects.in(server).repository();
    String url = url(scheme, repository);

    source.git("-c", "http.sslVerify=false", "push", "--quiet", "--mirror", url);

    String refs = source.git("for-each-ref", "--format=%(objectname) %(refname)");
    String branch = source.git("symbolic-ref", "--short", "HEAD");
    String old = source.git("rev-list", "--max-count=1", "--skip=100", branch);
    for (String version : List.of("0", "2")) {
      GitFixture versioned =
          GitFixture.in(directory)
              .with("GIT_CONFIG_COUNT", "2")
              .with("GIT_CONFIG_KEY_0", "protocol.version")
              .with("GIT_CONFIG_VALUE_0", version)
              .with("GIT_CONFIG_KEY_1", "http.sslVerify")
              .with("GIT_CONFIG_VALUE_1", "false");
      versioned.git("clone", "--quiet", "--mirror", url, "mirror" + version);
      GitFixture mirror = GitFixture.in(directory.resolve("mirror" + version));
      mirror.git("fsck", "--full");
      assertThat(mirror.git("for-each-ref", "--format=%(objectname) %(refname)")).isEqualTo(refs);
      versioned.git("clone", "--quiet", "--depth=1", "--branch", branch, url, "shallow" + version);
      versioned.git(
          "clone", "--quiet", "--filter=blob:none", "--branch", branch, url, "partial" + version);
      versioned.git(
          "clone", "--quiet", "--single-branch", "--branch", branch, url, "single" + version);
      for (String clone : List.of("shallow", "partial", "single")) {
        GitFixture made = GitFixture.in(directory.resolve(clone + version));
        made.git("fsck", "--full");
        assertThat(made.git("status", "--porcelain")).isEmpty();
        assertThat(made.git("rev-parse", "HEAD")).isEqualTo(source.git("rev-parse", branch));
      }
      GitFixture shallow = GitFixture.in(directory.resolve("shallow" + version));
      shallow.git(
          "-c",
          "protocol.version=" + version,
          "-c",
          "http.sslVerify=false",
          "fetch",
          "--quiet",
          "origin",
          old);
      assertThat(shallow.git("rev-parse", "FETCH_HEAD")).isEqualTo(old);
    }
  }

  private static String url(String scheme, Repository repository) {
    int port = scheme.equals("https") ? server.httpUrl().getPort() : plainPort;
    return "%s://%s:%s@localhost:%d/scm/%s.git"
        .formatted(
            scheme, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD, port, repository.path());
  }
}
