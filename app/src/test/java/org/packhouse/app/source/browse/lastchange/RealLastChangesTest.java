package org.packhouse.app.source.browse.lastchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;

@Tag("full")
@Tag("source")
class RealLastChangesTest {

  private static final Path DATA = Path.of("../../shared/data").toAbsolutePath().normalize();
  private static final int COMMITS = 10;
  private static final int PATHS = 40;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void agreesWithGitLog(String name) throws IOException {
    Path bundle = DATA.resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    GitFixture.in(directory).git("clone", "--quiet", "--mirror", bundle.toString(), "mirror");
    GitFixture git = GitFixture.in(directory.resolve("mirror"));
    git.git("commit-graph", "write", "--reachable", "--changed-paths", "--no-progress");
    Random random = new Random(name.hashCode());
    List<String> history = new ArrayList<>(Arrays.asList(git.git("rev-list", "--all").split("\n")));
    Collections.shuffle(history, random);
    history.addFirst(git.git("rev-parse", "HEAD"));
    LastChangeWalkTest.Memory stored = new LastChangeWalkTest.Memory();
    try (Repository repository = new FileRepository(new File(directory.toFile(), "mirror"))) {
      for (String commit : history.subList(0, COMMITS)) {
        Map<String, String> found = walk(repository, ObjectId.fromString(commit), stored);
        List<String> paths = new ArrayList<>(found.keySet());
        Collections.shuffle(paths, random);
        for (String path : paths.subList(0, Math.min(PATHS, paths.size()))) {
          assertThat(found.get(path))
              .as("%s at %s", path, commit)
              .isEqualTo(git.git("log", "-1", "--format=%H", commit, "--", path));
        }
      }
    }
  }

  private static Map<String, String> walk(
      Repository repository, ObjectId commit, LastChangeWalkTest.Memory stored) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      stored.learn(reader, commit);
      return stored.read(reader, commit);
    }
  }
}
