package org.packhouse.app.storage.diff;

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
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.blame.BlameGenerator;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.MyersDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.GitFixture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how often the line matchers at hand find the edits of {@code git diff --histogram
 * --no-indent-heuristic} and the lines of {@code git blame} on real histories. It fails as soon as
 * one of JGit's is as close to native git as would do in place of ours.
 */
@Tag("full")
@Tag("agreement")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LineMatchersTest {

  private static final Logger LOGGER = LoggerFactory.getLogger(LineMatchersTest.class);
  private static final Path DATA = Path.of("../../shared/data").toAbsolutePath().normalize();
  private static final double ENOUGH = 0.99;
  private static final int BLAMED_COMMITS = 100;
  private static final int BLAMED_FILES = 3;
  private static final int SIMILARITY = 50;
  private static final int RENAME_LIMIT = 1000;
  private static final Pattern DIFF_LINE =
      Pattern.compile(
          "(?m)^(?:index ([0-9a-f]{40})\\.\\.([0-9a-f]{40}).*"
              + "|@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*)$");
  private static final Pattern BLAME_LINE = Pattern.compile("([0-9a-f]{40}) \\d+ \\d+.*");

  @TempDir private Path directory;

  private final Agreement ours =
      new Agreement("ours", LineEdits::between, new Algorithm(LineEdits::shortest));
  private final Agreement histogram =
      new Agreement("JGit's HistogramDiff", LineMatchersTest::histogram, new HistogramDiff());
  private final Agreement myers =
      new Agreement("JGit's MyersDiff", LineMatchersTest::myers, MyersDiff.INSTANCE);
  private final List<Agreement> all =
      List.of(
          ours,
          histogram,
          myers,
          slid("JGit's HistogramDiff, slid by ours", LineMatchersTest::histogram));

  /** Finds the edits between two texts. */
  @FunctionalInterface
  private interface LineMatcher {
    EditList between(RawText before, RawText after, RawTextComparator comparator);
  }

  /** Counts for one matcher what of native git's it finds. */
  private static final class Agreement {
    private final String name;
    private final LineMatcher forDiff;
    private final DiffAlgorithm forBlame;
    private int files;
    private int equalFiles;
    private int hunks;
    private int equalHunks;
    private int lines;
    private int equalLines;

    Agreement(String name, LineMatcher forDiff, DiffAlgorithm forBlame) {
      this.name = name;
      this.forDiff = forDiff;
      this.forBlame = forBlame;
    }

    void compareDiff(RawText before, RawText after, List<Edit> expected) {
      List<Edit> found = forDiff.between(before, after, RawTextComparator.DEFAULT);
      files++;
      equalFiles += found.equals(expected) ? 1 : 0;
      hunks += expected.size();
      equalHunks += (int) expected.stream().filter(found::contains).count();
    }

    void compareBlame(List<String> found, List<String> expected) {
      lines += expected.size();
      for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
        equalLines += expected.get(i).equals(found.get(i)) ? 1 : 0;
      }
    }

    boolean isEnough() {
      return equalFiles >= ENOUGH * files
          && equalHunks >= ENOUGH * hunks
          && equalLines >= ENOUGH * lines;
    }

    @Override
    public String toString() {
      return "| %s | %.2f %% of %d | %.2f %% of %d | %.2f %% of %d |"
          .formatted(
              name,
              100.0 * equalFiles / files,
              files,
              100.0 * equalHunks / hunks,
              hunks,
              100.0 * equalLines / lines,
              lines);
    }
  }

  /** A matcher in the form that JGit's blame wants. */
  private static final class Algorithm extends DiffAlgorithm {
    private final LineMatcher matcher;

    Algorithm(LineMatcher matcher) {
      this.matcher = matcher;
    }

    @Override
    public <S extends Sequence> EditList diff(
        SequenceComparator<? super S> comparator, S before, S after) {
      return matcher.between(
          (RawText) (Sequence) before, (RawText) (Sequence) after, RawTextComparator.DEFAULT);
    }

    @Override
    public <S extends Sequence> EditList diffNonCommon(
        SequenceComparator<? super S> comparator, S before, S after) {
      return diff(comparator, before, after);
    }
  }

  private static EditList histogram(RawText before, RawText after, RawTextComparator comparator) {
    return new HistogramDiff().diff(comparator, before, after);
  }

  private static EditList myers(RawText before, RawText after, RawTextComparator comparator) {
    return MyersDiff.INSTANCE.diff(comparator, before, after);
  }

  /** A matcher whose edits are moved to where Git shows them. */
  private static Agreement slid(String name, LineMatcher matcher) {
    return new Agreement(
        name,
        (before, after, comparator) -> {
          ChangedLines changed = changed(matcher, before, after, comparator);
          changed.slide();
          return changed.edits();
        },
        new Algorithm((before, after, comparator) -> {
          ChangedLines changed = changed(matcher, before, after, comparator);
          changed.slide(new Indents(before, before.size()), new Indents(after, after.size()));
          return changed.edits();
        }));
  }

  private static ChangedLines changed(
      LineMatcher matcher, RawText before, RawText after, RawTextComparator comparator) {
    ChangedLines changed = new ChangedLines(LineClasses.of(before, after, comparator));
    for (Edit edit : matcher.between(before, after, comparator)) {
      changed.removed(edit.getBeginA(), edit.getEndA());
      changed.added(edit.getBeginB(), edit.getEndB());
    }
    return changed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void onlyOursIsAsCloseToGitAsWillDo(String name) throws IOException {
    Path bundle = DATA.resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), bundle + " is not there");
    GitFixture.in(directory).git("clone", "--quiet", "--mirror", bundle.toString(), "mirror");
    GitFixture git = GitFixture.in(directory.resolve("mirror"));
    try (Repository repository = new FileRepository(new File(directory.toFile(), "mirror"))) {
      compareDiffs(git, repository);
      compareBlames(git, repository);
    }
    LOGGER.info("{}: files, hunks and lines of blame equal to native git's", name);
    all.forEach(agreement -> LOGGER.info("{}", agreement));
    assertThat(ours.isEnough()).as("%s", ours).isTrue();
    assertThat(histogram.isEnough()).as("%s", histogram).isFalse();
    assertThat(myers.isEnough()).as("%s", myers).isFalse();
  }

  /** Compares all files that a commit without a second parent changed. */
  private void compareDiffs(GitFixture git, Repository repository) throws IOException {
    String diffs =
        git.git(
            "log",
            "--branches",
            "--no-merges",
            "--histogram",
            "--no-indent-heuristic",
            "-M",
            "--full-index",
            "-U0",
            "--patch",
            "--format=");
    try (ObjectReader reader = repository.newObjectReader()) {
      Matcher line = DIFF_LINE.matcher(diffs);
      ObjectId before = ObjectId.zeroId();
      ObjectId after = ObjectId.zeroId();
      List<Edit> edits = new ArrayList<>();
      while (line.find()) {
        if (line.group(1) == null) {
          edits.add(edit(line));
        } else {
          compareDiff(reader, before, after, edits);
          before = ObjectId.fromString(line.group(1));
          after = ObjectId.fromString(line.group(2));
          edits = new ArrayList<>();
        }
      }
      compareDiff(reader, before, after, edits);
    }
  }

  private void compareDiff(ObjectReader reader, ObjectId before, ObjectId after, List<Edit> edits)
      throws IOException {
    boolean bothSides = !before.equals(ObjectId.zeroId()) && !after.equals(ObjectId.zeroId());
    if (bothSides && !edits.isEmpty()) {
      RawText old = new RawText(reader.open(before).getBytes());
      RawText now = new RawText(reader.open(after).getBytes());
      all.forEach(agreement -> agreement.compareDiff(old, now, edits));
    }
  }

  private static Edit edit(Matcher hunk) {
    int removed = hunk.group(4) == null ? 1 : Integer.parseInt(hunk.group(4));
    int added = hunk.group(6) == null ? 1 : Integer.parseInt(hunk.group(6));
    int beginA = Integer.parseInt(hunk.group(3)) - (removed == 0 ? 0 : 1);
    int beginB = Integer.parseInt(hunk.group(5)) - (added == 0 ? 0 : 1);
    return new Edit(beginA, beginA + removed, beginB, beginB + added);
  }

  /** Compares some files of commits that are chosen at random, the same in each run. */
  private void compareBlames(GitFixture git, Repository repository) throws IOException {
    List<String> history =
        new ArrayList<>(Arrays.asList(git.git("rev-list", "--all", "--no-merges").split("\n")));
    Collections.shuffle(history, new Random(1));
    for (String commit : history.subList(0, BLAMED_COMMITS)) {
      String changed =
          git.git(
              "diff-tree",
              "--root",
              "--no-commit-id",
              "--name-only",
              "-r",
              "--diff-filter=AM",
              commit);
      for (String path : changed.lines().limit(BLAMED_FILES).toList()) {
        if (!path.isEmpty() && !path.startsWith("\"")) {
          compareBlame(git, repository, commit, path);
        }
      }
    }
  }

  private void compareBlame(GitFixture git, Repository repository, String commit, String path)
      throws IOException {
    List<String> expected =
        git.git("blame", "--porcelain", commit, "--", path)
            .lines()
            .map(BLAME_LINE::matcher)
            .filter(Matcher::matches)
            .map(line -> line.group(1))
            .toList();
    for (Agreement agreement : all) {
      String[] found = new String[expected.size()];
      try (BlameGenerator blame = new BlameGenerator(repository, path)) {
        blame.setDiffAlgorithm(agreement.forBlame);
        RenameDetector renames = Objects.requireNonNull(blame.getRenameDetector());
        renames.setRenameScore(SIMILARITY);
        renames.setRenameLimit(RENAME_LIMIT);
        blame.push(null, ObjectId.fromString(commit));
        while (blame.next()) {
          for (int line = blame.getResultStart(); line < blame.getResultEnd(); line++) {
            found[line] = blame.getSourceCommit().name();
          }
        }
      }
      agreement.compareBlame(Arrays.asList(found), expected);
    }
  }
}
