package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class InMemoryQuarantineTest {

  private static final int COMMITS = 12;
  private static final int LINES = 400;

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private final Random random = new Random(7);
  private RefsKit kit;
  private GitFixture work;

  @BeforeEach
  void makeRepositories() throws IOException {
    kit = new RefsKit(server);
    work = GitFixture.workTree(directory.resolve("work"));
    work.commit("file", text());
  }

  @Test
  void isOnDiskOnlyWhenItMoves() throws IOException {
    byte[] pack = pack("--all");
    Set<Path> before = incoming();
    try (Quarantine quarantine = create()) {
      take(quarantine, pack);
      assertThat(incoming()).isEqualTo(before);
      assertThat(packs()).isEmpty();
      assertThat(quarantine.size()).isGreaterThan(pack.length);
      quarantine.migrate();
      assertThat(packs()).hasSize(1);
    }
    assertThat(incoming()).isEqualTo(before);
    Path arrived = packs().getFirst();
    assertThat(arrived).hasBinaryContent(pack);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(arrived)))
        .isEqualTo("r--r--r--");
    assertThat(arrived.getFileName())
        .hasToString("pack-" + ObjectId.fromRaw(pack, pack.length - 20).name() + ".pack");
    assertThat(fsck()).isEmpty();
  }

  @Test
  void readsEachObjectAsGitDoes() throws IOException {
    for (int i = 0; i < COMMITS; i++) {
      work.commit("file", text());
    }
    work.git("tag", "-a", "-m", "One", "v1");
    byte[] pack = pack("--all");
    try (Quarantine quarantine = create()) {
      Set<ObjectId> ids = take(quarantine, pack);
      try (Repository repository = quarantine.open();
          ObjectReader reader = repository.newObjectReader()) {
        assertThat(ids).hasSize(3 * (COMMITS + 1) + 1);
        for (ObjectId id : ids) {
          String type = work.git("cat-file", "-t", id.name());
          assertThat(Constants.typeString(reader.open(id).getType())).isEqualTo(type);
          assertThat(reader.has(id)).isTrue();
          assertThat(reader.getObjectSize(id, ObjectReader.OBJ_ANY))
              .isEqualTo(Long.parseLong(work.git("cat-file", "-s", id.name())));
          assertThat(written(type, reader.open(id).getCachedBytes())).isEqualTo(id.name());
          assertThat(reader.resolve(id.abbreviate(12))).containsExactly(id);
          assertThat(new OwnObjects(repository).has(id)).isTrue();
        }
        ObjectId commit = repository.resolve(work.git("rev-parse", "HEAD"));
        assertThatExceptionOfType(IncorrectObjectTypeException.class)
            .isThrownBy(() -> reader.open(commit, Constants.OBJ_BLOB));
        assertThatExceptionOfType(MissingObjectException.class)
            .isThrownBy(() -> reader.open(ObjectId.fromString("a".repeat(40))));
      }
    }
  }

  @Test
  void completesAThinPackAndIndexesItAsGitDoes() throws IOException {
    try (Quarantine quarantine = create()) {
      take(quarantine, pack("--all"));
      quarantine.migrate();
    }
    Set<Path> first = new HashSet<>(packs());
    String base = work.git("rev-parse", "HEAD:file");
    work.git("branch", "before");
    for (int i = 0; i < COMMITS; i++) {
      work.commit("file", changed());
    }
    try (Quarantine quarantine = create()) {
      take(quarantine, pack("--thin", "HEAD", "^before"));
      try (Repository repository = quarantine.open()) {
        assertThat(new OwnObjects(repository).has(ObjectId.fromString(base))).isTrue();
        assertThat(repository.resolve(work.git("rev-parse", "before"))).isNotNull();
      }
      quarantine.migrate();
    }
    Path arrived = packs().stream().filter(it -> !first.contains(it)).findFirst().orElseThrow();
    Path index = Path.of(arrived.toString().replace(".pack", ".idx"));
    Path copy = Files.copy(arrived, directory.resolve("copy.pack"));
    work.git("index-pack", "--strict", "-o", directory.resolve("copy.idx").toString(), copy + "");
    assertThat(index).hasSameBinaryContentAs(directory.resolve("copy.idx"));
    assertThat(fsck()).isEmpty();
  }

  @Test
  void givesNativeGitADirectoryWithThePackInIt() throws IOException {
    String commit = work.git("rev-parse", "HEAD");
    Set<Path> before = incoming();
    try (Quarantine quarantine = create()) {
      take(quarantine, pack("--all"));
      Repository held = quarantine.open();
      GitFixture git = GitFixture.in(bare());
      quarantine.environment().forEach(git::with);
      assertThat(git.git("cat-file", "-t", commit)).isEqualTo("commit");
      assertThat(held.open(ObjectId.fromString(commit)).getType()).isEqualTo(Constants.OBJ_COMMIT);
      try (Repository opened = quarantine.open()) {
        assertThat(opened.open(ObjectId.fromString(commit)).getType())
            .isEqualTo(Constants.OBJ_COMMIT);
      }
      quarantine.migrate();
    }
    assertThat(packs()).hasSize(1);
    assertThat(fsck()).isEmpty();
    assertThat(incoming()).isEqualTo(before);
  }

  /** Whoever reads that pack on another node would lose it. */
  @Test
  void leavesThePackOfTheSameNameInItsPlace() throws IOException {
    byte[] pack = pack("--all");
    Set<Path> before = incoming();
    List<Object> keys = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (Quarantine quarantine = create()) {
        take(quarantine, pack);
        quarantine.migrate();
      }
      keys.add(Files.getAttribute(packs().getFirst(), "unix:ino"));
    }
    assertThat(packs()).hasSize(1);
    assertThat(keys.getFirst()).isEqualTo(keys.getLast());
    assertThat(incoming()).isEqualTo(before);
  }

  @Test
  void movesNothingOnceItsSessionIsFenced() throws IOException {
    Path session = server.get(SessionDirectories.class).current();
    Path fenced = session.resolveSibling(session.getFileName() + ".fenced");
    try (Quarantine quarantine = create()) {
      take(quarantine, pack("--all"));
      Files.move(session, fenced);
      try {
        assertThatExceptionOfType(IOException.class).isThrownBy(quarantine::migrate);
      } finally {
        Files.move(fenced, session);
      }
    }
    assertThat(packs()).isEmpty();
  }

  @Test
  void holdsNothingOfAPackThatIsCorrupt() throws IOException {
    byte[] pack = pack("--all");
    pack[pack.length - 1] ^= 1;
    try (Quarantine quarantine = create()) {
      assertThatExceptionOfType(CorruptObjectException.class)
          .isThrownBy(() -> take(quarantine, pack));
      quarantine.migrate();
    }
    assertThat(packs()).isEmpty();
  }

  @Test
  void takesAShareOfTheHeapAndGivesItBack() throws IOException {
    byte[] pack = pack("--all");
    long share = Runtime.getRuntime().maxMemory() / 64;
    for (int round = 0; round < 3; round++) {
      try (Quarantine large = create();
          Quarantine next = create()) {
        assertThat(newInMemoryParser(large, pack, share / 2)).isNotNull();
        assertThat(newInMemoryParser(next, pack, share)).isNull();
        assertThat(newInMemoryParser(next, pack, 1)).isNotNull();
      }
    }
  }

  private Quarantine create() throws IOException {
    return server.get(Quarantines.class).createForPack(kit.repositoryId);
  }

  private static @Nullable PackParser newInMemoryParser(
      Quarantine quarantine, byte[] pack, long unpacked) throws IOException {
    return quarantine.newInMemoryParser(new ByteArrayInputStream(pack), pack.length, unpacked);
  }

  private static Set<ObjectId> take(Quarantine quarantine, byte[] pack) throws IOException {
    PackParser parser = newInMemoryParser(quarantine, pack, pack.length);
    assertThat(parser).isNotNull();
    parser.setAllowThin(true);
    parser.setNeedNewObjectIds(true);
    parser.parse(NullProgressMonitor.INSTANCE);
    Set<ObjectId> ids = new HashSet<>();
    parser.getNewObjectIds().forEach(id -> ids.add(id.copy()));
    return ids;
  }

  private byte[] pack(String... revisions) throws IOException {
    List<String> options = Arrays.stream(revisions).filter(it -> it.startsWith("--")).toList();
    List<String> tips = Arrays.stream(revisions).filter(it -> !options.contains(it)).toList();
    Path file = directory.resolve("pack-" + random.nextLong());
    work.git(
        "-c",
        "alias.pack=!printf '%s\\n' "
            + String.join(" ", tips)
            + " | git pack-objects --revs --stdout --delta-base-offset -q "
            + String.join(" ", options)
            + " > "
            + file,
        "pack");
    return Files.readAllBytes(file);
  }

  private String text() {
    return random
        .ints(LINES, 0, 1 << 30)
        .mapToObj(Integer::toHexString)
        .collect(Collectors.joining("\n"));
  }

  private String changed() throws IOException {
    return Files.readString(directory.resolve("work/file")) + "\n" + random.nextInt();
  }

  private String written(String type, byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("content"), content);
    return work.git("hash-object", "-t", type, file.toString());
  }

  private String fsck() throws IOException {
    return GitFixture.in(bare()).git("fsck", "--full", "--no-dangling", "--strict");
  }

  private Set<Path> incoming() throws IOException {
    // Made by who asks for it first.
    try (Stream<Path> files = Files.walk(server.get(SessionDirectories.class).current())) {
      return files.collect(Collectors.toSet());
    }
  }

  private Path bare() {
    return server.get(RepositoryStorage.class).directory(kit.repositoryId);
  }

  private List<Path> packs() throws IOException {
    try (Stream<Path> files = Files.list(bare().resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).toList();
    }
  }
}
