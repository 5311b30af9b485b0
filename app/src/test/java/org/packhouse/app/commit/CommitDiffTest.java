package org.packhouse.app.commit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.commit.FileChange.Kind;
import org.packhouse.app.commit.FileChange.Reason;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.testing.TestingRepository;

class CommitDiffTest {

  private static final CommitDiff.Bounds BOUNDS = new CommitDiff.Bounds(10, 10_000, 500);

  @TempDir Path folder;
  private TestingRepository repository;
  private OpenRepository open;
  private final CommitDiff diff = new CommitDiff();

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(folder);
    open = repository.open(1);
  }

  @AfterEach
  void close() {
    open.close();
    repository.close();
  }

  @Test
  void showsChangedLinesWithThreeLinesAround() throws IOException {
    ObjectId before = repository.commit("1", List.of(), file("f", numbers(1, 20)));
    String changed = numbers(1, 20).replace("10\n", "ten\nand more\n");
    CommitChanges changes = changes(repository.commit("2", List.of(before), file("f", changed)));

    FileChange.Lines lines = (FileChange.Lines) changes.files().getFirst().body();
    assertThat(lines.added()).isEqualTo(2);
    assertThat(lines.removed()).isEqualTo(1);
    FileChange.Hunk hunk = lines.hunks().getFirst();
    assertThat(hunk.header()).isEqualTo("@@ -7,7 +7,8 @@");
    assertThat(hunk.lines())
        .extracting(line -> (line.isAdded() ? "+" : line.isRemoved() ? "-" : " ") + line.text())
        .containsExactly(" 7", " 8", " 9", "-10", "+ten", "+and more", " 11", " 12", " 13");
    assertThat(hunk.lines().getLast()).isEqualTo(new FileChange.Line(13, 14, "13"));
  }

  @Test
  void splitsDistantEditsIntoHunks() throws IOException {
    ObjectId before = repository.commit("1", List.of(), file("f", numbers(1, 40)));
    String changed = numbers(1, 40).replace("\n5\n", "\nfive\n").replace("\n30\n", "\nthirty\n");
    CommitChanges changes = changes(repository.commit("2", List.of(before), file("f", changed)));

    FileChange.Lines lines = (FileChange.Lines) changes.files().getFirst().body();
    assertThat(lines.hunks())
        .extracting(FileChange.Hunk::header)
        .containsExactly("@@ -2,7 +2,7 @@", "@@ -27,7 +27,7 @@");
  }

  @Test
  void comparesAFirstCommitWithNothing() throws IOException {
    CommitChanges changes = changes(repository.commit("1", List.of(), file("f", "a\nb\n")));

    FileChange file = changes.files().getFirst();
    assertThat(file.kind()).isEqualTo(Kind.ADDED);
    assertThat(((FileChange.Lines) file.body()).hunks().getFirst().header())
        .isEqualTo("@@ -0,0 +1,2 @@");
    assertThat(changes.added()).isEqualTo(2);
  }

  @Test
  void findsRenamesDeletionsAndModeChanges() throws IOException {
    ObjectId before =
        repository.commit(
            "1",
            List.of(),
            file("old.txt", numbers(1, 50)),
            file("gone.txt", "x\n"),
            file("run", "y\n"));
    ObjectId after =
        repository.commit(
            "2",
            List.of(before),
            file("new.txt", numbers(1, 50) + "51\n"),
            new TestingRepository.File(
                "run".getBytes(UTF_8), FileMode.EXECUTABLE_FILE, "y\n".getBytes(UTF_8)));

    CommitChanges changes = changes(after);

    assertThat(changes.files())
        .extracting(f -> f.kind() + " " + f.oldPath() + " " + f.newPath())
        .containsExactlyInAnyOrder(
            "RENAMED old.txt new.txt", "DELETED gone.txt gone.txt", "MODIFIED run run");
    assertThat(changes.files())
        .extracting(FileChange::modeChange)
        .containsOnlyOnce("100644 → 100755");
    assertThat(changes.added()).isEqualTo(1);
    assertThat(changes.removed()).isEqualTo(1);
  }

  @Test
  void leavesOutWhatIsNoTextOrTooMuch() throws IOException {
    ObjectId before = repository.commit("1", List.of(), file("a", "a"));
    ObjectId after =
        repository.commit(
            "2",
            List.of(before),
            file("a", "a"),
            new TestingRepository.File(
                "binary".getBytes(UTF_8), FileMode.REGULAR_FILE, new byte[] {0, 1}),
            file("large", "x".repeat(10_001)),
            file("many", numbers(1, 501)),
            new TestingRepository.File(
                "module".getBytes(UTF_8), FileMode.GITLINK, "1".repeat(40).getBytes(UTF_8)));

    assertThat(changes(after).files())
        .extracting(FileChange::body)
        .containsExactly(
            new FileChange.Omitted(Reason.BINARY),
            new FileChange.Omitted(Reason.TOO_LARGE),
            new FileChange.Omitted(Reason.TOO_MANY),
            new FileChange.Omitted(Reason.SUBMODULE));
  }

  @Test
  void countsFilesBeyondTheBound() throws IOException {
    TestingRepository.File[] files =
        IntStream.range(0, 12)
            .mapToObj(i -> file("f" + i, "x" + i))
            .toArray(TestingRepository.File[]::new);
    CommitChanges changes = changes(repository.commit("1", List.of(), files));

    assertThat(changes.files()).hasSize(10);
    assertThat(changes.fileCount()).isEqualTo(12);
  }

  @Test
  void namesFilesByTheirBytes() throws IOException {
    byte[] name = "café".getBytes(ISO_8859_1);
    CommitChanges changes =
        changes(
            repository.commit(
                "1",
                List.of(),
                new TestingRepository.File(name, FileMode.REGULAR_FILE, "x".getBytes(UTF_8))));

    assertThat(changes.files().getFirst().newPath().bytes()).isEqualTo(name);
  }

  private CommitChanges changes(ObjectId commit) throws IOException {
    Commit read = new CommitLog().read(open, commit.name());
    return diff.read(open, read, BOUNDS);
  }

  private static String numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }
}
