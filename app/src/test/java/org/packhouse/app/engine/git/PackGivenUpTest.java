package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;

/**
 * A pack that could not be read once, which JGit leaves out from then on, and which is there all
 * the same: with the same times of its directory, so that nothing tells so.
 */
class PackGivenUpTest {

  private static final FileTime BEFORE = FileTime.fromMillis(1_000_000);

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();
  private final RepositoryDirectories directories = kit.server.get(RepositoryDirectories.class);
  private GitFixture source;
  private String old;
  private String inside;
  private String tip;

  /** One pack to the old commit, another with what came later. */
  @BeforeEach
  void fill() {
    source = GitFixture.workTree(directory.resolve("source"));
    old = source.commit("a", "1");
    kit.fill(source);
    kit.git().git("repack", "-q", "-a", "-d");
    inside = source.commit("a", "2");
    tip = source.commit("a", "3");
    kit.fill(source);
  }

  @Test
  void isReadAgainBeforeAWantIsRefusedThatItsTipReaches() throws IOException {
    giveUpLatestPack();
    GitFixture client = GitFixture.workTree(directory.resolve("client"));
    client.git("fetch", "--quiet", kit.url(), old);
    assertThat(client.git("rev-parse", "FETCH_HEAD")).isEqualTo(old);
  }

  @Test
  void isReadAgainBeforeAPushIsRefusedThatNeedsIt() throws IOException {
    giveUpLatestPack();
    source.git("push", "--quiet", kit.url(), inside + ":refs/heads/other");
    assertThat(source.git("ls-remote", kit.url(), "refs/heads/other")).startsWith(inside);
  }

  private void giveUpLatestPack() throws IOException {
    Path packs = kit.directory().resolve("objects/pack");
    Set<Path> first = list(packs);
    kit.git().git("repack", "-q", "-d");
    Path pack =
        list(packs).stream()
            .filter(file -> !first.contains(file) && file.toString().endsWith(".pack"))
            .findFirst()
            .orElseThrow();
    Files.setLastModifiedTime(packs, BEFORE);
    ObjectId missed = ObjectId.fromString(tip);
    try (Repository repository = directories.open(kit.repository.id())) {
      assertThat(repository.getObjectDatabase().has(ObjectId.fromString(old))).isTrue();
      Path hidden = directory.resolve("hidden");
      Files.move(pack, hidden);
      Files.setLastModifiedTime(packs, BEFORE);
      assertThatThrownBy(() -> repository.open(missed)).isInstanceOf(IOException.class);
      Files.move(hidden, pack);
      Files.setLastModifiedTime(packs, BEFORE);
      assertThatThrownBy(() -> repository.open(missed)).isInstanceOf(MissingObjectException.class);
    }
  }

  private static Set<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.collect(Collectors.toSet());
    }
  }
}
