package org.packhouse.app.source.changes;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitMessageSettings;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileChange.Kind;
import org.packhouse.app.storage.diff.FileChange.Reason;
import org.packhouse.app.storage.diff.Whitespace;
import org.packhouse.app.testing.TestingRepository;
import org.springframework.util.unit.DataSize;

class CommitDiffTest {

  private static final DiffOptions OPTIONS =
      new DiffOptions(3, Whitespace.SHOWN, 10, 500, 10_000, 20);

  @TempDir Path directory;
  private TestingRepository repository;
  private OpenRepository open;
  private final CommitDiff diff =
      new CommitDiff(
          new ChangeList(
              new DiffSettings(DiffSettings.Renames.TRUE, DataSize.ofMegabytes(1), 100)));

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(directory);
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
    assertThat(hunk.lines().getLast()).isEqualTo(new FileChange.Line(13, 14, "13", false, false));
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
    assertThat(file.change().kind()).isEqualTo(Kind.ADDED);
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
        .extracting(CommitDiffTest::described)
        .containsExactlyInAnyOrder(
            "RENAMED 100644 old.txt 100644 new.txt",
            "DELETED 100644 gone.txt",
            "MODIFIED 100644 run 100755 run");
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
            file("more", "1"));

    List<FileChange.Body> bodies = changes(after).files().stream().map(FileChange::body).toList();

    assertThat(bodies.get(0)).isEqualTo(new FileChange.Omitted(Reason.BINARY));
    assertThat(bodies.get(1)).isEqualTo(new FileChange.Omitted(Reason.TOO_LARGE));
    FileChange.Lines cut = (FileChange.Lines) bodies.get(2);
    assertThat(cut.truncated()).isTrue();
    assertThat(cut.added()).isEqualTo(501);
    assertThat(cut.hunks().getFirst().truncated()).isTrue();
    assertThat(cut.hunks().getFirst().lines()).hasSize(500);
    assertThat(bodies.get(3)).isEqualTo(new FileChange.Omitted(Reason.TOO_MANY));
  }

  @Test
  void tellsThatALargeFileIsNoText() throws IOException {
    byte[] content = new byte[10_001];
    CommitChanges changes =
        changes(
            repository.commit(
                "1",
                List.of(),
                new TestingRepository.File(
                    "large".getBytes(UTF_8), FileMode.REGULAR_FILE, content)));

    assertThat(changes.files().getFirst().body()).isEqualTo(new FileChange.Omitted(Reason.BINARY));
  }

  @Test
  void comparesTheCommitsOfSubmodules() throws IOException {
    ObjectId before = repository.commit("1", List.of(), submodule("1"));
    CommitChanges changes = changes(repository.commit("2", List.of(before), submodule("2")));

    FileChange.Lines lines = (FileChange.Lines) changes.files().getFirst().body();
    assertThat(lines.hunks().getFirst().lines())
        .extracting(FileChange.Line::text)
        .containsExactly("Subproject commit 11", "Subproject commit 22");
  }

  @Test
  void showsAFileThatBecameALinkAsGoneAndNew() throws IOException {
    ObjectId before = repository.commit("1", List.of(), file("f", "text\n"));
    CommitChanges changes =
        changes(
            repository.commit(
                "2",
                List.of(before),
                new TestingRepository.File(
                    "f".getBytes(UTF_8), FileMode.SYMLINK, "text".getBytes(UTF_8))));

    assertThat(changes.files())
        .extracting(CommitDiffTest::described)
        .containsExactly("DELETED 100644 f", "ADDED 120000 f");
    FileChange.Lines link = (FileChange.Lines) changes.files().getLast().body();
    assertThat(link.hunks().getFirst().lines().getFirst().lacksEnd()).isTrue();
  }

  @Test
  void cutsLongLines() throws IOException {
    String long20 = "x".repeat(19) + "\uD83D\uDE00";
    CommitChanges changes = changes(repository.commit("1", List.of(), file("f", long20)));

    FileChange.Lines lines = (FileChange.Lines) changes.files().getFirst().body();
    FileChange.Line line = lines.hunks().getFirst().lines().getFirst();
    assertThat(line.truncated()).isTrue();
    assertThat(line.text()).isEqualTo("x".repeat(19));
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

    assertThat(changes.files().getFirst().change().path().bytes()).isEqualTo(name);
  }

  private CommitChanges changes(ObjectId commit) throws IOException {
    Commit read =
        new CommitLog(
                new CommitMessageSettings(1000, new CommitMessageSettings.Bulk(100)),
                new Caches(new SimpleMeterRegistry()))
            .read(open, commit.name());
    return diff.read(open, CommitRange.of(read), PathChoice.ALL, OPTIONS);
  }

  private static TestingRepository.File submodule(String digit) {
    return new TestingRepository.File(
        "m".getBytes(UTF_8), FileMode.GITLINK, digit.repeat(40).getBytes(UTF_8));
  }

  private static String described(FileChange file) {
    Change change = file.change();
    return Stream.of(change.before(), change.after())
        .filter(Objects::nonNull)
        .map(side -> " %o %s".formatted(side.mode(), side.path()))
        .collect(Collectors.joining("", change.kind().name(), ""));
  }

  private static String numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }
}
