package org.packhouse.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryFactoryTest {

  @TempDir private Path directory;

  @Test
  void makesWhatThePlanSays() throws IOException {
    Path made = make(plan("one", 1, 2_000_000, 300, 12, 9, 40)).getFirst().directory();
    assertThat(size(made)).isBetween(1_800_000L, 2_200_000L);
    assertThat(git(made, "rev-list", "--branches", "--count")).isEqualTo("300");
    assertThat(git(made, "for-each-ref", "--format=x", "refs/heads").lines()).hasSize(12);
    assertThat(git(made, "for-each-ref", "--format=%(objecttype)", "refs/tags").lines())
        .hasSize(9)
        .filteredOn("tag"::equals)
        .hasSize(4);
    assertThat(git(made, "ls-tree", "-r", "--name-only", "main").lines()).hasSize(40);
    assertThat(Integer.parseInt(git(made, "rev-list", "--merges", "--count", "main")))
        .isGreaterThan(5);
    assertThat(git(made, "count-objects", "-v")).contains("count: 0", "packs: 1");
    assertThat(files(made)).anyMatch(it -> it.endsWith(".bitmap"));
    git(made, "fsck", "--full", "--strict");
  }

  @Test
  void makesTheSameEachTime() throws IOException {
    RepositoryPlan plan = plan("same", 1, 300_000, 50, 5, 4, 10);
    Path first = RepositoryFactory.make(plan, directory.resolve("a")).getFirst().directory();
    Path second = RepositoryFactory.make(plan, directory.resolve("b")).getFirst().directory();
    assertThat(second).isNotEqualTo(first);
    assertThat(git(second, "for-each-ref")).isEqualTo(git(first, "for-each-ref")).isNotEmpty();
  }

  @Test
  void keepsWhatItHasMade() throws IOException {
    RepositoryPlan plan = plan("kept", 1, 300_000, 50, 5, 4, 10);
    Path made = make(plan).getFirst().directory();
    Path sign = Files.createFile(made.resolve("sign"));
    assertThat(make(plan).getFirst().directory()).isEqualTo(made);
    assertThat(sign).exists();
    assertThat(make(plan("kept", 1, 400_000, 50, 5, 4, 10)).getFirst().directory())
        .isNotEqualTo(made);
  }

  @Test
  void namesSeveralByNumber() throws IOException {
    assertThat(make(plan("many", 3, 100_000, 5, 1, 0, 3)))
        .extracting(TestRepository::name)
        .containsExactly("many-1", "many-2", "many-3");
  }

  @Test
  void makesManyRefs() throws IOException {
    Path made = make(plan("refs", 1, 400_000, 200, 4_000, 1_000, 20)).getFirst().directory();
    assertThat(git(made, "for-each-ref", "--format=x").lines()).hasSize(5_000);
    git(made, "fsck", "--connectivity-only");
  }

  @Test
  void makesOneOfASingleCommit() throws IOException {
    Path made = make(plan("single", 1, 50_000, 1, 1, 0, 1)).getFirst().directory();
    assertThat(git(made, "rev-list", "--all", "--count")).isEqualTo("1");
  }

  @Test
  void takesABundle() throws IOException {
    Path origin = make(plan("origin", 1, 100_000, 10, 2, 2, 3)).getFirst().directory();
    Path bundle = directory.resolve("some.bundle");
    git(origin, "bundle", "create", "-q", bundle.toString(), "--all");
    Path taken = make(bundled(bundle.toString())).getFirst().directory();
    assertThat(git(taken, "for-each-ref")).isEqualTo(git(origin, "for-each-ref"));
    assertThat(git(taken, "count-objects", "-v")).contains("count: 0", "packs: 1");
  }

  @Test
  void namesABundleThatIsNotThere() {
    assertThatThrownBy(() -> make(bundled("/not/there.bundle")))
        .hasMessage("The bundle /not/there.bundle cannot be read");
  }

  @Test
  void refusesASizeThatTheCommitsExceed() {
    assertThatThrownBy(() -> make(plan("small", 1, 5_000, 500, 1, 0, 5)))
        .hasMessageContaining("small cannot have 5000 bytes with 500 commits");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesAPlanWithoutCommits() {
    assertThatThrownBy(() -> make(plan("none", 1, 5_000, 0, 1, 0, 5)))
        .hasMessageContaining("The repository none needs");
  }

  private List<TestRepository> make(RepositoryPlan plan) throws IOException {
    return RepositoryFactory.make(plan, directory);
  }

  private static RepositoryPlan plan(
      String name, int count, long bytes, int commits, int branches, int tags, int files) {
    return new RepositoryPlan(
        name, count, bytes, commits, branches, tags, files, 0, Surroundings.NONE, null);
  }

  private static RepositoryPlan bundled(@Nullable String bundle) {
    return new RepositoryPlan("bundled", 1, 0, 0, 0, 0, 0, 0, Surroundings.NONE, bundle);
  }

  private static String git(Path repository, String... arguments) throws IOException {
    return GitCommand.in(repository, arguments).succeed().text().strip();
  }

  private static long size(Path repository) throws IOException {
    long size = 0;
    for (String file : files(repository)) {
      size += file.endsWith(".pack") ? Files.size(Path.of(file)) : 0;
    }
    return size;
  }

  private static List<String> files(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.map(Path::toString).toList();
    }
  }
}
