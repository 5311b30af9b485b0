package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;

/** Copies of repositories that change meanwhile, as real git sees them. */
class RepositoryCopiesTest {

  @TempDir private Path temporary;
  private GitFixture bare;
  private Path copy;

  @BeforeEach
  void makeARepositoryOfTwoPacks() throws IOException {
    GitFixture work = GitFixture.workTree(temporary.resolve("work"));
    bare = GitFixture.bare(temporary.resolve("1.git"));
    Files.write(bare.directory().resolve("config"), RepositoryConfig.content());
    for (String content : new String[] {"one", "two"}) {
      work.commit("file", content);
      work.git("push", "--quiet", bare.directory().toString(), "main");
      bare.git("repack", "-d", "-q");
    }
    copy = Files.createDirectories(temporary.resolve("copy.git"));
    Files.createDirectories(copy.resolve("refs/heads"));
    Files.writeString(copy.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(copy.resolve("refs/heads/main"), bare.git("rev-parse", "main") + "\n");
  }

  private Path packs(Path repository) {
    return repository.resolve("objects/pack");
  }

  @Test
  void linksWhatNeverChanges() throws IOException {
    RepositoryCopies copies = new RepositoryCopies();
    assertThat(copies.copy(bare.directory(), copy)).isNull();
    assertThat(copies.linked()).isEqualTo(copies.files()).isGreaterThanOrEqualTo(4);
    GitFixture.in(copy).git("fsck", "--full", "--strict");
    try (var files = Files.list(packs(bare.directory()))) {
      for (Path file : files.toList()) {
        assertThat(Files.isSameFile(file, packs(copy).resolve(file.getFileName()))).isTrue();
      }
    }
  }

  @Test
  void isWholeThoughPacksAreReplacedWhileTheyAreCopied() throws IOException {
    AtomicBoolean replaced = new AtomicBoolean();
    RepositoryCopies copies =
        new RepositoryCopies((from, to) -> {
          if (replaced.compareAndSet(false, true)) {
            bare.git("repack", "-a", "-d", "-q");
          }
          Files.copy(from, to);
          return false;
        });
    copies.copy(bare.directory(), copy);
    assertThat(replaced).isTrue();
    GitFixture.in(copy).git("fsck", "--full", "--strict");
    assertThat(GitFixture.in(copy).git("rev-list", "--count", "main")).isEqualTo("2");
  }

  @Test
  void endsThoughAnIndexHasLostItsPack() throws IOException {
    Files.write(packs(bare.directory()).resolve("pack-" + "1".repeat(40) + ".idx"), new byte[8]);
    new RepositoryCopies().copy(bare.directory(), copy);
    GitFixture.in(copy).git("fsck", "--full", "--strict");
  }
}
