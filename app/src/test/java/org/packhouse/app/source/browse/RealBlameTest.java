package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.testing.GitFixture;

/** Compares with {@code git blame}, line by line. */
class RealBlameTest {

  private static final Path DATA = Path.of("../../shared/data").toAbsolutePath().normalize();
  private static final Pattern LINE = Pattern.compile("[0-9a-f]{40} \\d+ \\d+.*");
  private static final double SHARE = 0.995;
  private static final int FILES = 3;

  @TempDir private Path directory;
  private int lines;
  private int equal;

  @Test
  void agreesWithGitOnAFewFiles() throws IOException {
    compare("airlift", 3);
  }

  @ParameterizedTest
  @CsvSource({"airlift,100", "reactor-netty,100"})
  @Tag("full")
  @Tag("source")
  void agreesWithGitOnTheFilesOfManyCommits(String name, int commits) throws IOException {
    compare(name, commits);
  }

  private void compare(String name, int commits) throws IOException {
    Path bundle = DATA.resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    GitFixture.in(directory).git("clone", "--quiet", "--mirror", bundle.toString(), "mirror");
    GitFixture git = GitFixture.in(directory.resolve("mirror"));
    List<String> history =
        new ArrayList<>(Arrays.asList(git.git("rev-list", "--all", "--no-merges").split("\n")));
    Collections.shuffle(history, new Random(1));
    try (Repository repository = new FileRepository(new File(directory.toFile(), "mirror"));
        OpenRepository open =
            new OpenRepository(
                1, repository, new RefSnapshot(1, "refs/heads/main", List.of(), List.of()))) {
      for (String commit : history.subList(0, commits)) {
        String changed =
            git.git(
                "diff-tree",
                "--root",
                "--no-commit-id",
                "--name-only",
                "-r",
                "--diff-filter=AM",
                commit);
        for (String path : changed.lines().limit(FILES).toList()) {
          if (!path.isEmpty() && !path.startsWith("\"")) {
            compare(git, open, commit, path);
          }
        }
      }
    }
    assertThat(lines).isPositive();
    assertThat((double) equal / lines).as("%d of %d lines", equal, lines).isGreaterThan(SHARE);
  }

  private void compare(GitFixture git, OpenRepository open, String commit, String path)
      throws IOException {
    TreeEntry file = new Trees().find(open, commit, TreePath.of(path)).orElseThrow();
    if (!file.isFile()) {
      return;
    }
    List<String> found = new ArrayList<>();
    for (BlamedLines span :
        new Blame(new Caches(new SimpleMeterRegistry())).of(open, commit, file)) {
      assertThat(span.line()).isEqualTo(found.size() + 1);
      found.addAll(Collections.nCopies(span.count(), span.commit()));
    }
    List<String> expected =
        git.git("blame", "--porcelain", commit, "--", path)
            .lines()
            .filter(line -> LINE.matcher(line).matches())
            .map(line -> line.substring(0, 40))
            .toList();
    lines += expected.size();
    for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
      equal += expected.get(i).equals(found.get(i)) ? 1 : 0;
    }
  }
}
