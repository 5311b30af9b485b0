package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.blame.BlameGenerator;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.source.browse.Blame.TooMuchException;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.testing.GitFixture;

class BlameRepositoryTest {

  private static final int COMMITS = 20;
  private static final int PARENTS = 200;
  private static final int LINE = "parent ".length() + 40 + 1;

  /** Bytes of parents of one commit beyond those that are usual; a blame may read it twice. */
  private static final int BEYOND = PARENTS * LINE - 4096;

  @TempDir private Path directory;

  @Test
  void endsWhereCommitsNameMoreParentsThanItKeeps() throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("wide"));
    Files.writeString(directory.resolve("wide/f"), "a\nb\n");
    git.git("add", "f");
    git.git("commit", "--quiet", "--message", "First");
    String root = git.git("rev-parse", "HEAD");
    String tree = git.git("rev-parse", "HEAD^{tree}");
    String tip = root;
    for (int number = 0; number < COMMITS; number++) {
      String commit =
          "tree %s\nparent %s\n%sauthor A <a@b> %4$d +0000\ncommitter A <a@b> %4$d +0000\n\nx\n"
              .formatted(
                  tree, tip, ("parent " + root + "\n").repeat(PARENTS - 1), 1_700_000_000 + number);
      tip =
          git.execute(
                  List.of("git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"),
                  commit.getBytes(StandardCharsets.UTF_8))
              .output()
              .strip();
    }
    String last = tip;
    assertThat(lines(last, 3L * COMMITS * BEYOND)).isEqualTo(2);
    assertThatExceptionOfType(TooMuchException.class)
        .isThrownBy(() -> lines(last, BEYOND * (COMMITS / 2L)))
        .withMessageContaining("too many parents");
  }

  private int lines(String commit, long maxParents) throws IOException {
    try (Repository repository = new FileRepository(new File(directory.toFile(), "wide/.git"));
        OpenRepository open =
            new OpenRepository(
                1, repository, new RefSnapshot(1, "refs/heads/main", List.of(), List.of()));
        BlameGenerator blame =
            new BlameGenerator(new BlameRepository(open, TreePath.of("f"), maxParents), "f")) {
      blame.push(null, ObjectId.fromString(commit));
      int lines = 0;
      while (blame.next()) {
        lines += blame.getRegionLength();
      }
      return lines;
    }
  }
}
