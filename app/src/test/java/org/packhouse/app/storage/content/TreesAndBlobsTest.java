package org.packhouse.app.storage.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.TreeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingRepository;

class TreesAndBlobsTest {

  private static final int ENTRIES = 100_000;

  private static final int LIMIT = 1000;

  @TempDir Path directory;
  private TestingRepository repository;
  private OpenRepository open;
  private final Trees trees = new Trees();
  private final Blobs blobs = new Blobs();

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
  void listsDirectoriesFirst() throws IOException {
    ObjectId commit =
        repository.commit(
            "first",
            List.of(),
            file("a.txt", "a"),
            file("src/Main.java", "class Main {}"),
            new TestingRepository.File(
                "run".getBytes(UTF_8), FileMode.EXECUTABLE_FILE, new byte[1]),
            new TestingRepository.File(
                "link".getBytes(UTF_8), FileMode.SYMLINK, "a.txt".getBytes(UTF_8)),
            new TestingRepository.File(
                "vendor".getBytes(UTF_8), FileMode.GITLINK, "1".repeat(40).getBytes(UTF_8)));
    TreeEntry root = trees.find(open, commit.name(), TreePath.ROOT).orElseThrow();

    assertThat(trees.list(open, root, 0, 100).entries())
        .extracting(entry -> entry.path().name() + " " + entry.kind())
        .containsExactly(
            "src DIRECTORY", "a.txt FILE", "link SYMLINK", "run EXECUTABLE", "vendor SUBMODULE");
  }

  /** 100,000 paths of 4 KB each are more than the heap of a small server. */
  @Test
  void listsAPartOfADirectoryWithoutHoldingTheRest() throws IOException {
    ObjectId tree;
    try (ObjectInserter inserter = repository.git().newObjectInserter()) {
      ObjectId empty = inserter.insert(Constants.OBJ_BLOB, new byte[0]);
      ObjectId inner = inserter.insert(new TreeFormatter());
      TreeFormatter entries = new TreeFormatter();
      for (int i = 0; i < ENTRIES; i++) {
        boolean directory = i % 10 == 9;
        entries.append(
            "e%06d".formatted(i),
            directory ? FileMode.TREE : FileMode.REGULAR_FILE,
            directory ? inner : empty);
      }
      tree = inserter.insert(entries);
      inserter.flush();
    }
    TreePath deep = TreePath.of(("d".repeat(99) + "/").repeat(39));
    TreeEntry directory = new TreeEntry(deep, TreeEntry.Kind.DIRECTORY, tree.name());
    long before = allocated();
    Trees.Listing page = trees.list(open, directory, ENTRIES / 10 - 1, 3);
    assertThat(allocated() - before).isLessThan(ENTRIES * 1000L);
    assertThat(page.size()).isEqualTo(ENTRIES);
    assertThat(page.entries())
        .extracting(entry -> entry.path().name() + " " + entry.kind())
        .containsExactly("e099999 DIRECTORY", "e000000 FILE", "e000001 FILE");
    assertThat(trees.list(open, directory, ENTRIES - 1, 3).entries())
        .extracting(entry -> entry.path().name())
        .containsExactly("e099998");
    assertThat(trees.list(open, directory, ENTRIES, 3).entries()).isEmpty();
    assertThat(
            trees.first(
                open, directory, name -> List.of("e000100", "e000050", "e000009").indexOf(name)))
        .hasValueSatisfying(
            entry -> assertThat(entry.path()).isEqualTo(deep.child("e000100".getBytes(UTF_8))));
    assertThat(trees.first(open, directory, List.of("e000009")::indexOf)).isEmpty();
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @Test
  void findsEntriesAtAnyDepthAndNothingBelowAFile() throws IOException {
    ObjectId commit = repository.commit("first", List.of(), file("a/b/c.txt", "c"));

    assertThat(trees.find(open, commit.name(), TreePath.of("a/b/c.txt")))
        .hasValueSatisfying(entry -> assertThat(entry.isFile()).isTrue());
    assertThat(trees.find(open, commit.name(), TreePath.of("a/b")))
        .hasValueSatisfying(entry -> assertThat(entry.isDirectory()).isTrue());
    assertThat(trees.find(open, commit.name(), TreePath.of("a/x"))).isEmpty();
    assertThat(trees.find(open, commit.name(), TreePath.of("a/b/c.txt/d"))).isEmpty();
  }

  @Test
  void findsAFileWhoseNameIsNoUtf8() throws IOException {
    byte[] name = "café".getBytes(ISO_8859_1);
    ObjectId commit =
        repository.commit(
            "first",
            List.of(),
            new TestingRepository.File(name, FileMode.REGULAR_FILE, "x".getBytes(UTF_8)));
    TreeEntry root = trees.find(open, commit.name(), TreePath.ROOT).orElseThrow();
    TreeEntry entry = trees.list(open, root, 0, 1).entries().getFirst();

    assertThat(entry.path().bytes()).isEqualTo(name);
    assertThat(trees.find(open, commit.name(), TreePath.ofUrl(entry.path().url()))).isPresent();
  }

  @Test
  void readsTextLineByLine() throws IOException {
    assertThat(read("one\r\ntwo\n\nfour".getBytes(UTF_8)))
        .isEqualTo(new FileContent.Text(14, List.of("one", "two", "", "four"), "UTF-8"));
    assertThat(read("\ufeffone\n".getBytes(UTF_8)))
        .isEqualTo(new FileContent.Text(7, List.of("one"), "UTF-8"));
    assertThat(read("né".getBytes(ISO_8859_1)))
        .isEqualTo(new FileContent.Text(2, List.of("né"), "ISO-8859-1"));
    assertThat(read(new byte[0])).isEqualTo(new FileContent.Text(0, List.of(), "UTF-8"));
  }

  @Test
  void tellsBinaryAndLargeFilesApart() throws IOException {
    assertThat(read(new byte[] {1, 0, 2})).isEqualTo(new FileContent.Binary(3));
    assertThat(read("x".repeat(LIMIT + 1).getBytes(UTF_8)))
        .isEqualTo(new FileContent.TooLarge(LIMIT + 1));
    assertThat(read(new byte[LIMIT + 1])).isEqualTo(new FileContent.Binary(LIMIT + 1));
  }

  @Test
  void streamsAFileAfterItsHead() throws IOException {
    String blob = blob("hello, world".getBytes(UTF_8));
    ByteArrayOutputStream rest = new ByteArrayOutputStream();

    try (Blobs.Stream stream = blobs.open(open, blob)) {
      assertThat(stream.size()).isEqualTo(12);
      assertThat(stream.head(5)).asString(UTF_8).isEqualTo("hello");
      stream.writeTo(rest);
    }
    assertThat(rest).hasToString(", world");
  }

  private FileContent read(byte[] content) throws IOException {
    return blobs.read(open, blob(content), LIMIT);
  }

  private String blob(byte[] content) throws IOException {
    ObjectId commit =
        repository.commit(
            "file",
            List.of(),
            new TestingRepository.File("f".getBytes(UTF_8), FileMode.REGULAR_FILE, content));
    return trees.find(open, commit.name(), TreePath.of("f")).orElseThrow().id();
  }
}
