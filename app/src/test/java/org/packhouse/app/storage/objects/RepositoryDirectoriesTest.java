package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CoreConfig;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.SetClock;

class RepositoryDirectoriesTest {

  private static final long ID = 258;

  @TempDir private Path home;
  private RepositoryStorage storage;
  private RepositoryDirectories directories;

  @BeforeEach
  void makeDirectories() {
    storage = new RepositoryStorage(new Homes(home, home.resolve("shared")));
    directories =
        new RepositoryDirectories(
            storage,
            new SharedHomeBulkhead(new SharedHomeProbe(home)),
            Clock.systemUTC(),
            _ -> {},
            new Caches(new SimpleMeterRegistry()));
  }

  @Test
  void makesARepositoryThatGitAcceptsAndFindsClean() throws IOException {
    directories.create(ID, "trunk");
    GitFixture git = GitFixture.in(storage.directory(ID));
    assertThat(git.git("rev-parse", "--is-bare-repository")).isEqualTo("true");
    assertThat(git.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/trunk");
    assertThat(git.git("fsck", "--full")).isEmpty();
    assertThat(storage.directory(ID)).hasToString(home + "/shared/repositories/02/258.git");
  }

  @Test
  void leavesARepositoryThatIsThereAsItIs() throws IOException {
    directories.create(ID, "main");
    directories.create(ID, "other");
    assertThat(storage.directory(ID).resolve("HEAD")).hasContent("ref: refs/heads/main");
  }

  @Test
  void isNotLedAstrayByWhatAnInterruptedCreationLeft() throws IOException {
    Path left = storage.directory(ID).resolveSibling("258.git.new-1");
    Files.createDirectories(left.resolve("objects"));
    Files.writeString(left.resolve("HEAD"), "ref: re");
    directories.create(ID, "main");
    assertThat(storage.directory(ID).resolve("HEAD")).hasContent("ref: refs/heads/main");
  }

  @Test
  void makesARepositoryOnceForEightAtOnce() throws Exception {
    for (long id = ID; id < ID + 20; id++) {
      long repository = id;
      CyclicBarrier together = new CyclicBarrier(8);
      List<Callable<Boolean>> makers =
          Collections.nCopies(
              8,
              () -> {
                together.await();
                directories.create(repository, "main");
                return true;
              });
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Boolean> made : threads.invokeAll(makers)) {
          assertThat(made.get()).isTrue();
        }
      }
      assertThat(GitFixture.in(storage.directory(id)).git("fsck", "--full")).isEmpty();
      assertThat(storage.directory(id)).isDirectoryContaining("glob:**/config");
    }
    try (Stream<Path> left = Files.list(storage.parent(ID))) {
      assertThat(left).allMatch(directory -> directory.toString().endsWith(".git"));
    }
  }

  @Test
  void refusesABranchNameThatGitWouldNotTake() {
    assertThatThrownBy(() -> directories.create(ID, "../evil"))
        .isInstanceOf(IOException.class)
        .hasMessage("\"../evil\" is not a valid branch name");
    assertThat(storage.directory(ID)).doesNotExist();
  }

  @Test
  void opensARepositoryThatTrustsFilesOnlyAfterOpeningThem() throws IOException {
    directories.create(ID, "main");
    try (Repository repository = directories.open(ID)) {
      CoreConfig core = repository.getConfig().get(CoreConfig.KEY);
      assertThat(core.getTrustLooseRefStat()).isEqualTo(CoreConfig.TrustStat.AFTER_OPEN);
      assertThat(core.enableCommitGraph()).isTrue();
      assertThat(repository.resolve("HEAD")).isNull();
    }
  }

  @Test
  void keepsARepositoryOpenForTheNextUserAndForgetsItWhenItIsDeleted() throws IOException {
    directories.create(ID, "main");
    Repository first = directories.open(ID);
    first.close();
    try (Repository second = directories.open(ID)) {
      assertThat(second).isSameAs(first);
      directories.delete(ID);
      directories.create(ID, "other");
      try (Repository third = directories.open(ID)) {
        assertThat(third).isNotSameAs(second);
        assertThat(third.getFullBranch()).isEqualTo("refs/heads/other");
      }
    }
  }

  @Test
  void seesObjectsThatArriveWhileARepositoryIsKeptOpen() throws IOException {
    directories.create(ID, "main");
    try (Repository repository = directories.open(ID)) {
      assertThat(repository.resolve("HEAD")).isNull();
    }
    GitFixture source = GitFixture.workTree(home.resolve("source"));
    for (int i = 0; i < 3; i++) {
      String commit = source.commit("a", "content " + i);
      source.git("push", "--quiet", storage.directory(ID).toString(), "main");
      GitFixture.in(storage.directory(ID)).git("repack", "-a", "-d", "-q");
      try (Repository repository = directories.open(ID)) {
        assertThat(repository.getObjectDatabase().has(ObjectId.fromString(commit))).isTrue();
      }
    }
  }

  @Test
  void opensARepositoryAnewEveryTenMinutes() throws IOException {
    SetClock clock = new SetClock(Instant.EPOCH);
    RepositoryDirectories timed =
        new RepositoryDirectories(
            storage,
            new SharedHomeBulkhead(new SharedHomeProbe(home)),
            clock,
            _ -> {},
            new Caches(new SimpleMeterRegistry()));
    timed.create(ID, "main");
    try (Repository first = timed.open(ID)) {
      clock.pass(Duration.ofMinutes(10));
      try (Repository second = timed.open(ID)) {
        assertThat(second).isSameAs(first);
      }
      clock.pass(Duration.ofMillis(1));
      try (Repository third = timed.open(ID);
          Repository fourth = timed.open(ID)) {
        assertThat(third).isNotSameAs(first);
        assertThat(fourth).isSameAs(third);
      }
      assertThat(first.getObjectDatabase().exists()).isTrue();
    }
  }

  @Test
  void findsWhatAnOpenRepositoryHasGivenUpOnceItIsReadAnew() throws IOException {
    directories.create(ID, "main");
    GitFixture source = GitFixture.workTree(home.resolve("source"));
    ObjectId commit = ObjectId.fromString(source.commit("a", "content"));
    source.git("push", "--quiet", storage.directory(ID).toString(), "main");
    GitFixture.in(storage.directory(ID)).git("repack", "-a", "-d", "-q");
    Path packs = storage.directory(ID).resolve("objects/pack");
    FileTime before = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(packs, before);
    try (Repository repository = directories.open(ID)) {
      assertThat(((ObjectDirectory) repository.getObjectDatabase()).getPacks()).hasSize(1);
      Path pack = only(packs, ".pack");
      Path hidden = home.resolve("hidden");
      Files.move(pack, hidden);
      Files.setLastModifiedTime(packs, before);
      assertThatThrownBy(() -> repository.open(commit)).isInstanceOf(IOException.class);
      Files.move(hidden, pack);
      Files.setLastModifiedTime(packs, before);
      assertThatThrownBy(() -> repository.open(commit)).isInstanceOf(MissingObjectException.class);
      directories.reload(ID);
      assertThat(repository.open(commit).getSize()).isPositive();
    }
  }

  private static Path only(Path directory, String extension) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(extension)).findFirst().orElseThrow();
    }
  }

  @Test
  void refusesARepositoryWithSha256Names() throws IOException {
    directories.create(ID, "main");
    append("[extensions]\n\tobjectFormat = sha256\n");
    assertThatThrownBy(() -> directories.open(ID))
        .hasMessage("258.git uses object format sha256; only sha1 is supported");
  }

  @Test
  void refusesAConfigThatStartsPrograms() throws IOException {
    directories.create(ID, "main");
    append("[core]\n\tfsmonitor = /tmp/program\n");
    assertThatThrownBy(() -> directories.check(ID))
        .hasMessage("The config of 258.git has core.fsmonitor, which Packhouse never writes");
  }

  @Test
  void refusesAConfigThatIncludesAnother() throws IOException {
    directories.create(ID, "main");
    append("[include]\n\tpath = /tmp/config\n");
    assertThatThrownBy(() -> directories.check(ID)).hasMessageContaining("has include");
  }

  @Test
  void acceptsAConfigThatSaysTheSameInOtherWords() throws IOException {
    directories.create(ID, "main");
    append("[extensions]\n\tobjectFormat = sha1\n");
    assertThat(directories.check(ID)).isEqualTo(storage.directory(ID));
  }

  @Test
  void saysThatARepositoryIsNotThere() {
    assertThatThrownBy(() -> directories.open(ID))
        .isInstanceOf(SharedHomeAwayException.class)
        .hasMessageEndingWith(storage.directory(ID) + " is missing");
  }

  @Test
  void deletesAllOfARepositoryAndWhatAnInterruptedDeletionLeft() throws IOException {
    directories.create(ID, "main");
    Path left = storage.directory(ID).resolveSibling("258.git.deleted");
    Files.createDirectories(left.resolve("objects/pack"));
    directories.delete(ID);
    directories.delete(ID);
    assertThat(storage.directory(ID).getParent()).isEmptyDirectory();
  }

  @Test
  void measuresTheBytesOfAllFiles() throws IOException {
    directories.create(ID, "main");
    long empty = directories.measure(ID);
    Files.write(storage.directory(ID).resolve("objects/pack/tmp_pack"), new byte[5000]);
    assertThat(directories.measure(ID)).isEqualTo(empty + 5000);
    assertThat(directories.measure(ID + 1)).isZero();
  }

  private void append(String text) throws IOException {
    Files.writeString(storage.directory(ID).resolve("config"), text, StandardOpenOption.APPEND);
  }
}
