package org.packhouse.app.source.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.testing.GitFixture;

/** Merges of generated histories, with renames, conflicts, modes and criss-cross. */
class MergeCorpusTest {

  private static final PersonIdent ADA =
      new PersonIdent("Ada", "ada@example.org", Instant.EPOCH, ZoneOffset.UTC);

  private static final int FILES = 6;
  private static final int LINES = 12;

  @TempDir private Path temporary;

  @Test
  void agreeWithGit() throws IOException {
    compare(12, 1);
  }

  @Test
  @Tag("full")
  @Tag("pull-requests")
  void agreeWithGitTwoHundredTimes() throws IOException {
    compare(200, 2);
  }

  private void compare(int count, long seed) throws IOException {
    ForkKit kit = new ForkKit(temporary);
    Random random = new Random(seed);
    GitFixture work = kit.work;
    for (int file = 0; file < FILES; file++) {
      work.write("d/file" + file, text(random));
    }
    String base = work.commitAll("base");
    int clean = 0;
    for (int i = 0; i < count; i++) {
      String ours = side(work, random, base);
      String theirs = side(work, random, base);
      if (i % 4 == 3) {
        String crossed = crossed(work, ours, theirs);
        theirs = crossed == null ? theirs : side(work, random, crossed);
        String back = crossed == null ? null : crossed(work, ours, crossed);
        ours = back == null ? ours : side(work, random, back);
      }
      work.git(
          "push", "--quiet", "--force", "origin", ours + ":refs/heads/o", theirs + ":refs/heads/t");
      clean += agree(kit, ours, theirs) ? 1 : 0;
    }
    assertThat(clean).as("some are clean, and some conflict").isBetween(1, count - 1);
  }

  @Test
  void agreeWithGitWhereNoSideRemovesAFile() throws IOException {
    additions(10, 3);
  }

  @Test
  @Tag("full")
  @Tag("pull-requests")
  void agreeWithGitTwoHundredTimesWhereNoSideRemovesAFile() throws IOException {
    additions(200, 4);
  }

  private void additions(int count, long seed) throws IOException {
    ForkKit kit = new ForkKit(temporary);
    Random random = new Random(seed);
    GitFixture work = kit.work;
    for (int file = 0; file < FILES; file++) {
      work.write("d" + file % 3 + "/e/file" + file, text(random));
    }
    String base = work.commitAll("base");
    int byUs = 0;
    for (int i = 0; i < count; i++) {
      String ours = grown(work, random, base);
      String theirs = grown(work, random, base);
      work.git(
          "push", "--quiet", "--force", "origin", ours + ":refs/heads/o", theirs + ":refs/heads/t");
      boolean isClean = agree(kit, ours, theirs);
      try (OpenRepository open = kit.server.get(OpenRepositories.class).open(kit.origin.id())) {
        boolean isOurs =
            DisjointMerge.ofCommits(
                    open.git(), ObjectId.fromString(ours), ObjectId.fromString(theirs))
                .isPresent();
        assertThat(isClean || !isOurs).as("conflicts are git's").isTrue();
        byUs += isOurs ? 1 : 0;
      }
    }
    assertThat(byUs).as("some are made in process, and some by git").isBetween(1, count - 1);
  }

  /** A commit on another one with edits, additions, modes, links and a directory for a file. */
  private static String grown(GitFixture work, Random random, String on) throws IOException {
    work.git("checkout", "--quiet", "--detach", "--force", on);
    for (int change = random.nextInt(3); change >= 0; change--) {
      List<String> files = work.git("ls-files").lines().toList();
      String file = files.get(random.nextInt(files.size()));
      switch (random.nextInt(8)) {
        case 0 -> work.git("update-index", "--chmod=+x", file);
        case 1 -> work.write("new" + random.nextInt(40), text(random));
        case 2 -> work.write("new/deep/" + random.nextInt(40) + "/n", text(random));
        case 3 -> {
          Files.delete(work.directory().resolve(file));
          Files.createSymbolicLink(work.directory().resolve(file), Path.of("elsewhere"));
        }
        case 4 -> {
          Path path = work.directory().resolve(file);
          Files.delete(path);
          work.write(file + "/inner", text(random));
        }
        default -> {
          if (Files.isRegularFile(work.directory().resolve(file), LinkOption.NOFOLLOW_LINKS)) {
            edit(work, random, file);
          }
        }
      }
      work.git("add", "--all");
    }
    return work.commitAll("side " + random.nextInt());
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < LINES; line++) {
      text.append("line ").append(random.nextInt(1_000_000)).append('\n');
    }
    return text.toString();
  }

  /** A commit on another one, with a few changes. */
  private static String side(GitFixture work, Random random, String on) throws IOException {
    work.git("checkout", "--quiet", "--detach", "--force", on);
    Files.createDirectories(work.directory().resolve("moved"));
    for (int change = random.nextInt(3); change >= 0; change--) {
      List<String> files = work.git("ls-files").lines().toList();
      if (files.isEmpty()) {
        break;
      }
      String file = files.get(random.nextInt(files.size()));
      switch (random.nextInt(6)) {
        case 0 -> {
          String to = "moved/to" + random.nextInt(20);
          if (!to.equals(file)) {
            work.git("mv", "-f", file, to);
          }
        }
        case 1 -> work.git("update-index", "--chmod=+x", file);
        case 2 -> work.git("rm", "--quiet", "--force", file);
        case 3 -> work.write("new" + random.nextInt(4), text(random));
        default -> edit(work, random, file);
      }
      work.git("add", "--all");
    }
    return work.commitAll("side " + random.nextInt());
  }

  private static void edit(GitFixture work, Random random, String file) throws IOException {
    Path path = work.directory().resolve(file);
    List<String> lines = new ArrayList<>(Files.readAllLines(path));
    if (lines.isEmpty()) {
      return;
    }
    lines.set(random.nextInt(lines.size()), "edited " + random.nextInt(1_000_000));
    work.write(file, String.join("\n", lines) + "\n");
  }

  /** A merge of both, by native git; null: it conflicts. */
  private static @Nullable String crossed(GitFixture work, String one, String other) {
    work.git("checkout", "--quiet", "--detach", "--force", one);
    GitFixture.Result merged = work.run("merge", "--quiet", "--no-ff", "-m", "cross", other);
    if (merged.exitCode() != 0) {
      work.git("reset", "--quiet", "--hard", one);
      return null;
    }
    return work.git("rev-parse", "HEAD");
  }

  private static boolean agree(ForkKit kit, String ours, String theirs) throws IOException {
    GitFixture.Result expected =
        kit.work.run("merge-tree", "--write-tree", "--name-only", "--no-messages", ours, theirs);
    List<String> lines = expected.output().lines().filter(line -> !line.isEmpty()).toList();
    try (MergePlace place = kit.server.get(MergePlaces.class).open(kit.origin.id(), "ada")) {
      MergeOutcome outcome =
          kit.server
              .get(Merges.class)
              .merge(place, ObjectId.fromString(ours), ObjectId.fromString(theirs), ADA, "Merge");
      if (expected.exitCode() == 0) {
        assertThat(outcome).isInstanceOf(MergeOutcome.Made.class);
        assertThat(tree(place, ((MergeOutcome.Made) outcome).tip())).isEqualTo(lines.getFirst());
        return true;
      }
      assertThat(outcome)
          .isEqualTo(
              new MergeOutcome.Conflicting(
                  ObjectId.fromString(theirs), lines.stream().skip(1).distinct().toList()));
      return false;
    }
  }

  private static String tree(MergePlace place, ObjectId commit) throws IOException {
    try (var repository = place.quarantine().open();
        RevWalk walk = new RevWalk(repository)) {
      return walk.parseCommit(commit).getTree().name();
    }
  }
}
