package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.lib.RepositoryCache.FileKey;
import org.eclipse.jgit.storage.file.WindowCacheStats;
import org.eclipse.jgit.util.FS;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class QuarantineTest {

  private static final int ROUNDS = 20;
  private static final String SAME_NAME = "pack-" + "a".repeat(40);

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private RefsKit kit;
  private GitFixture work;

  @BeforeEach
  void makeRepositories() throws IOException {
    kit = new RefsKit(server);
    work = GitFixture.workTree(directory.resolve("work"));
    work.commit("file", "text of some length ".repeat(1000));
  }

  @Test
  void gitFindsTheObjectsOfTheRepositoryAndWritesToTheQuarantine() throws IOException {
    migrate(9);
    String commit = work.git("rev-parse", "HEAD");
    try (Quarantine quarantine = server.get(Quarantines.class).create(kit.repositoryId)) {
      GitFixture git = GitFixture.in(bare());
      quarantine.environment().forEach(git::with);
      assertThat(git.git("cat-file", "-t", commit)).isEqualTo("commit");
      String tree = git.git("rev-parse", commit + "^{tree}");
      String second = git.git("commit-tree", "-p", commit, "-m", "Second", tree);
      assertThat(quarantine.objectDirectory().resolve(second.substring(0, 2))).isDirectory();
    }
  }

  @Test
  void gitFindsAnAlternateWhoseNameHasAColon() throws IOException {
    Path copy = Files.createDirectory(directory.resolve("a:b\"c\\d"));
    work.git("clone", "--quiet", "--bare", ".", copy.toString());
    GitFixture other = GitFixture.bare(directory.resolve("other.git"));
    other.with(Alternates.VARIABLE, Alternates.of(copy.resolve("objects")));
    assertThat(other.git("cat-file", "-t", work.git("rev-parse", "HEAD"))).isEqualTo("commit");
  }

  /** A pack of the same objects in other bytes must not take the place of the one that is there. */
  @Test
  void namesPacksAfterTheirBytes() throws IOException {
    migrate(9);
    migrate(0);

    List<Path> packs = packs();
    assertThat(packs).hasSize(2);
    for (Path pack : packs) {
      byte[] bytes = Files.readAllBytes(pack);
      assertThat(pack.getFileName())
          .hasToString("pack-" + ObjectId.fromRaw(bytes, bytes.length - 20).name() + ".pack");
    }
    assertThat(GitFixture.in(bare()).git("fsck", "--full", "--no-dangling")).isEmpty();
  }

  /** Whoever reads that pack on another node would lose it. */
  @Test
  void keepsThePackOfTheSameNameThatAnotherNodeHasBrought() throws IOException {
    migrate(9);
    Path pack = packs().getFirst();
    Path index = Path.of(pack.toString().replace(".pack", ".idx"));
    Object packKey = key(pack);
    Object indexKey = key(index);
    Files.setLastModifiedTime(pack, FileTime.fromMillis(1000));
    migrate(9);
    assertThat(packs()).containsExactly(pack);
    assertThat(key(pack)).isEqualTo(packKey);
    assertThat(key(index)).isEqualTo(indexKey);
    assertThat(Files.getLastModifiedTime(pack)).isGreaterThan(FileTime.fromMillis(1000));
    Files.delete(index);
    migrate(9);
    assertThat(index).exists();
  }

  /**
   * What its packs have in the cache of windows, their open files, and the repository beside it.
   */
  @Test
  void givesBackWhatItHasOpened() throws Exception {
    WindowCacheStats cache = WindowCacheStats.getStats();
    long files = cache.getOpenFileCount();
    try (Repository alternate = RepositoryCache.open(FileKey.exact(bare().toFile(), FS.DETECTED))) {
      int users = users(alternate);
      for (int round = 0; round < ROUNDS; round++) {
        takeInProcess(round);
      }
      assertThat(packs()).hasSize(ROUNDS);
      assertThat(users(alternate)).isEqualTo(users);
    }
    await().until(() -> cache.getOpenFileCount() < files + ROUNDS / 2);
  }

  private void takeInProcess(int round) throws IOException {
    Set<Path> before = packsOf(directory.resolve("work/.git"));
    String id = work.commit("file" + round, "other text " + round);
    work.git("repack", "-d", "-q");
    Set<Path> added = packsOf(directory.resolve("work/.git"));
    added.removeAll(before);
    try (Quarantine quarantine = server.get(Quarantines.class).create(kit.repositoryId);
        Repository repository = quarantine.open();
        ObjectInserter inserter = repository.newObjectInserter();
        InputStream pack = Files.newInputStream(added.iterator().next())) {
      inserter.newPackParser(pack).parse(NullProgressMonitor.INSTANCE);
      assertThat(repository.open(ObjectId.fromString(id)).getType())
          .isEqualTo(Constants.OBJ_COMMIT);
      quarantine.migrate();
    }
  }

  private static int users(Repository repository) throws ReflectiveOperationException {
    Field count = Repository.class.getDeclaredField("useCnt");
    count.setAccessible(true);
    return ((AtomicInteger) count.get(repository)).get();
  }

  private static Set<Path> packsOf(Path gitDirectory) throws IOException {
    try (Stream<Path> files = Files.list(gitDirectory.resolve("objects/pack"))) {
      return files
          .filter(file -> file.toString().endsWith(".pack"))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  private static Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private void migrate(int compression) throws IOException {
    try (Quarantine quarantine = server.get(Quarantines.class).create(kit.repositoryId)) {
      Path target = quarantine.objectDirectory().resolve("pack");
      work.git("-c", "pack.compression=" + compression, "repack", "-a", "-d", "-F", "-q");
      try (Stream<Path> files = Files.list(directory.resolve("work/.git/objects/pack"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String name = file.getFileName().toString();
          Files.copy(
              file,
              target.resolve(SAME_NAME + name.substring(name.lastIndexOf('.'))),
              StandardCopyOption.REPLACE_EXISTING);
        }
      }
      quarantine.migrate();
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
