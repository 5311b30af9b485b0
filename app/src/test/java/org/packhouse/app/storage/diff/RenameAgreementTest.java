package org.packhouse.app.storage.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.testing.GitFixture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how often our detection of renames and JGit's find what {@code git diff -M} finds on
 * real histories. It fails as soon as JGit's is as close to native git as would do in place of
 * ours.
 */
@Tag("full")
@Tag("agreement")
class RenameAgreementTest {

  private static final Logger LOGGER = LoggerFactory.getLogger(RenameAgreementTest.class);
  private static final Path DATA = Path.of("../../shared/data").toAbsolutePath().normalize();
  private static final double ENOUGH = 0.99;
  private static final String COMMIT = "commit ";
  private static final int SIMILARITY = 50;
  private static final int RENAME_LIMIT = 1000;
  private static final String FROM = " from ";

  @TempDir private Path directory;

  /** Counts for one detector what of native git's it finds. */
  private static final class Agreement {
    private final String name;
    private int files;
    private int equalFiles;
    private int renames;
    private int equalRenames;
    private int otherRenames;

    Agreement(String name) {
      this.name = name;
    }

    void compare(Set<String> found, Set<String> expected) {
      Set<String> equal = new HashSet<>(found);
      equal.retainAll(expected);
      files += expected.size();
      equalFiles += equal.size();
      renames += renames(expected);
      equalRenames += renames(equal);
      otherRenames += renames(found) - renames(equal);
    }

    private static int renames(Set<String> changes) {
      return (int) changes.stream().filter(change -> change.contains(FROM)).count();
    }

    boolean isEnough() {
      return equalFiles >= ENOUGH * files && equalRenames >= ENOUGH * renames;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "| %s | %.2f %% of %d | %.2f %% of %d | %d |",
          name,
          100.0 * equalFiles / files,
          files,
          100.0 * equalRenames / renames,
          renames,
          otherRenames);
    }
  }

  @Test
  void onlyOursIsAsCloseToGitAsWillDo() throws IOException {
    boolean jgitIsEnough = true;
    for (String name : List.of("airlift", "reactor-netty")) {
      Agreement ours = new Agreement("ours");
      Agreement jgit = new Agreement("JGit's RenameDetector");
      compare(name, ours, jgit);
      LOGGER.info("{}: changed files and renames equal to native git's, other renames", name);
      LOGGER.info("{}", ours);
      LOGGER.info("{}", jgit);
      assertThat(ours.isEnough()).as("%s", ours).isTrue();
      jgitIsEnough &= jgit.isEnough();
    }
    assertThat(jgitIsEnough).isFalse();
  }

  private void compare(String name, Agreement ours, Agreement jgit) throws IOException {
    Path bundle = DATA.resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    GitFixture.in(directory).git("clone", "--quiet", "--mirror", bundle.toString(), name);
    String renames =
        GitFixture.in(directory.resolve(name))
            .git(
                "-c",
                "core.quotePath=false",
                "log",
                "--branches",
                "--no-merges",
                "-M",
                "--name-status",
                "--format=" + COMMIT + "%H");
    try (Repository repository = new FileRepository(new File(directory.toFile(), name))) {
      for (String commit : renames.split("(?m)^" + COMMIT, -1)) {
        List<String> lines = commit.lines().filter(line -> !line.isBlank()).toList();
        compare(repository, lines, ours, jgit);
      }
    }
  }

  /** Compares one commit, given as its id and what native git says of each changed file. */
  private static void compare(
      Repository repository, List<String> lines, Agreement ours, Agreement jgit)
      throws IOException {
    if (lines.size() < 2) {
      return;
    }
    try (ObjectReader reader = repository.newObjectReader();
        RevWalk walk = new RevWalk(reader)) {
      RevCommit commit = walk.parseCommit(ObjectId.fromString(lines.getFirst()));
      if (commit.getParentCount() == 1) {
        RevCommit parent = walk.parseCommit(commit.getParent(0));
        Set<String> expected =
            lines.stream()
                .skip(1)
                .map(RenameAgreementTest::nativeChange)
                .collect(Collectors.toSet());
        ours.compare(ours(reader, parent, commit), expected);
        jgit.compare(jgit(repository, reader, parent, commit), expected);
      }
    }
  }

  private static String nativeChange(String line) {
    String[] fields = line.split("\t", -1);
    return fields.length == 3 ? fields[2] + FROM + fields[1] : fields[1];
  }

  private static Set<String> ours(ObjectReader reader, RevCommit parent, RevCommit commit)
      throws IOException {
    List<Change> changes =
        TreeChanges.between(reader, parent.getTree(), commit.getTree(), List.of());
    Set<String> found = new HashSet<>();
    for (Change change : Renames.find(reader, changes, false)) {
      Side source = change.movedFrom();
      String path = change.path().display();
      found.add(source == null ? path : path + FROM + source.path().display());
    }
    return found;
  }

  private static Set<String> jgit(
      Repository repository, ObjectReader reader, RevCommit parent, RevCommit commit)
      throws IOException {
    RenameDetector renames = new RenameDetector(repository);
    renames.setRenameScore(SIMILARITY);
    renames.setRenameLimit(RENAME_LIMIT);
    try (TreeWalk trees = new TreeWalk(reader)) {
      trees.addTree(parent.getTree());
      trees.addTree(commit.getTree());
      trees.setRecursive(true);
      trees.setFilter(TreeFilter.ANY_DIFF);
      renames.addAll(DiffEntry.scan(trees));
    }
    Set<String> found = new HashSet<>();
    for (DiffEntry entry : renames.compute()) {
      switch (entry.getChangeType()) {
        case RENAME -> found.add(entry.getNewPath() + FROM + entry.getOldPath());
        case DELETE -> found.add(entry.getOldPath());
        default -> found.add(entry.getNewPath());
      }
    }
    return found;
  }
}
