package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

@Tag("full")
@Tag("clones")
class RealRepositoryTest {

  private static final Path DATA = Path.of("../../shared/data").toAbsolutePath().normalize();

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void takesAWholeHistoryAndGivesItBack(String name) {
    Path bundle = DATA.resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    Pushing pushing = new Pushing(TestingServer.shared(), directory);
    GitFixture here = GitFixture.in(directory);
    here.git("clone", "--quiet", "--mirror", bundle.toString(), "mirror");
    GitFixture mirror = GitFixture.in(directory.resolve("mirror"));
    mirror.git("push", "--quiet", "--mirror", pushing.url());
    assertThat(pushing.bare().git("show-ref")).isEqualTo(mirror.git("show-ref"));
    pushing.bare().git("fsck", "--full");
    here.git("clone", "--quiet", "--mirror", pushing.url(), "back");
    assertThat(GitFixture.in(directory.resolve("back")).git("show-ref"))
        .isEqualTo(mirror.git("show-ref"));
    assertThat(pushing.left()).isZero();
  }
}
