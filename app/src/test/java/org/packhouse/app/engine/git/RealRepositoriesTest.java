package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;

/** Histories of real projects, if their bundles lie in {@code shared/data} beside the project. */
@Tag("full")
@Tag("clones")
class RealRepositoriesTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"airlift, 0", "airlift, 2", "reactor-netty, 0", "reactor-netty, 2"})
  void servesARealHistory(String name, int version) throws IOException {
    Path bundle = Path.of("../../shared/data", name + ".bundle").toAbsolutePath().normalize();
    assumeThat(bundle).exists();
    FetchKit kit = new FetchKit();
    kit.git().git("fetch", "--quiet", bundle.toString(), "+refs/*:refs/*");
    String branch =
        kit.git()
            .git(
                "for-each-ref",
                "--count=1",
                "--sort=-committerdate",
                "--format=%(refname)",
                "refs/heads");
    kit.git().git("symbolic-ref", "HEAD", branch);
    GitFixture client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    String protocol = "protocol.version=" + version;

    client.git("-c", protocol, "clone", "--quiet", "--mirror", kit.url(), "all");
    GitFixture all = GitFixture.in(directory.resolve("client/all"));
    assertThat(all.git("show-ref", "--dereference"))
        .isEqualTo(kit.git().git("show-ref", "--dereference"));
    assertThat(all.run("fsck", "--full").exitCode()).isZero();

    client.git("-c", protocol, "clone", "--quiet", "--depth", "1", kit.url(), "shallow");
    GitFixture shallow = GitFixture.in(directory.resolve("client/shallow"));
    assertThat(shallow.git("rev-list", "--count", "HEAD")).isEqualTo("1");
    assertThat(shallow.run("fsck", "--full").exitCode()).isZero();

    client.git("-c", protocol, "clone", "--quiet", "--filter=blob:none", kit.url(), "partial");
    GitFixture partial = GitFixture.in(directory.resolve("client/partial"));
    assertThat(partial.git("status", "--porcelain")).isEmpty();

    client.git("-c", protocol, "clone", "--quiet", "--single-branch", kit.url(), "single");
    assertThat(GitFixture.in(directory.resolve("client/single")).git("rev-parse", "HEAD"))
        .isEqualTo(all.git("rev-parse", branch));

    String old = all.git("rev-list", "--max-count=1", "--skip=200", branch);
    GitFixture sha = GitFixture.workTree(directory.resolve("client/sha"));
    sha.git("-c", protocol, "fetch", "--quiet", "--depth", "1", kit.url(), old);
    assertThat(sha.git("rev-parse", "FETCH_HEAD")).isEqualTo(old);
    await().until(() -> kit.running() == 0);
  }
}
