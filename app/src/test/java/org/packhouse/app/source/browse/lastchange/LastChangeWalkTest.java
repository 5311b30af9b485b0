package org.packhouse.app.source.browse.lastchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingRepository;

class LastChangeWalkTest {

  private static final int ALL = Integer.MAX_VALUE;

  @TempDir Path directory;
  private TestingRepository repository;
  private GitFixture git;

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(directory);
    git = GitFixture.in(repository.git().getDirectory().toPath());
  }

  @AfterEach
  void close() {
    repository.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void agreesWithGitOnHistoriesWithManyMerges(long seed) throws IOException {
    Random random = new Random(seed);
    List<Map<String, String>> trees = new ArrayList<>();
    List<ObjectId> commits = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<Integer> parents = parents(random, i);
      Map<String, String> tree = new TreeMap<>();
      for (int parent : parents) {
        trees
            .get(parent)
            .forEach((path, content) -> {
              if (random.nextInt(10) < 7 || !tree.containsKey(path)) {
                tree.put(path, content);
              }
            });
      }
      for (int change = random.nextInt(3); change >= 0; change--) {
        String path = "%d/%d/%d".formatted(random.nextInt(3), random.nextInt(3), random.nextInt(3));
        if (random.nextInt(4) == 0) {
          tree.remove(path);
        } else {
          tree.put(path, Integer.toString(random.nextInt(4)));
        }
      }
      trees.add(tree);
      commits.add(commit("commit " + i, parents.stream().map(commits::get).toList(), tree));
    }
    Memory stored = new Memory();
    compare(commits.get(20), stored);
    compare(commits.get(45), stored);
    compare(commits.getLast(), stored);
    compare(commits.getLast(), new Memory());
  }

  private static List<Integer> parents(Random random, int index) {
    List<Integer> parents = new ArrayList<>();
    for (int i = 0;
        index > 0 && i < 1 + (random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0);
        i++) {
      int parent = Math.max(0, index - 1 - random.nextInt(6));
      if (!parents.contains(parent)) {
        parents.add(parent);
      }
    }
    return parents;
  }

  private ObjectId commit(String message, List<ObjectId> parents, Map<String, String> tree)
      throws IOException {
    return repository.commit(
        message,
        parents,
        tree.entrySet().stream()
            .map(entry -> file(entry.getKey(), entry.getValue()))
            .toArray(TestingRepository.File[]::new));
  }

  private void compare(ObjectId commit, Memory stored) throws IOException {
    Map<String, String> found = walk(commit, stored);
    assertThat(found).isNotEmpty();
    found.forEach((path, id) ->
        assertThat(id)
            .as(path + " in " + commit.name())
            .isEqualTo(git.git("log", "-1", "--format=%H", commit.name(), "--", path)));
  }

  @Test
  void movesWholeDirectoriesPastCommitsThatLeftThemAlone() throws IOException {
    ObjectId first = commit("1", List.of(), Map.of("a/b/c", "1", "d", "1"));
    ObjectId second = commit("2", List.of(first), Map.of("a/b/c", "1", "d", "2"));

    assertThat(walk(second, new Memory()))
        .containsEntry("a", first.name())
        .containsEntry("a/b/c", first.name())
        .containsEntry("d", second.name());
  }

  @Test
  void endsAtACommitOfWhichAllIsKnown() throws IOException {
    ObjectId first = commit("1", List.of(), Map.of("a/b", "1", "c/d", "1"));
    ObjectId second = commit("2", List.of(first), Map.of("a/b", "2", "c/d", "1"));
    ObjectId third = commit("3", List.of(second), Map.of("a/b", "2", "c/d", "1", "e", "1"));
    Memory stored = new Memory();
    walk(second, stored);
    try (ObjectReader reader = repository.git().newObjectReader()) {
      LastChangeWalk walk =
          new LastChangeWalk(reader, stored, ALL, new RequestMemory(Long.MAX_VALUE).share());
      LastChange root = root(reader, third);
      walk.seek(third, new PendingTree(root, false, true));

      assertThat(walk.run(2)).isTrue();
      assertThat(walk.seen()).isEqualTo(2);
    }
    assertThat(walk(third, stored)).containsEntry("a/b", second.name());
  }

  @Test
  void stopsWhenThereIsMoreThanItMayLookAt() throws IOException {
    ObjectId first = commit("1", List.of(), Map.of("a", "1", "b", "1"));
    ObjectId second = commit("2", List.of(first), Map.of("a", "2", "b", "1"));
    try (ObjectReader reader = repository.git().newObjectReader()) {
      LastChangeWalk walk =
          new LastChangeWalk(reader, new Memory(), ALL, new RequestMemory(Long.MAX_VALUE).share());
      LastChange root = root(reader, second);
      walk.seek(second, new PendingTree(root, false, true));

      assertThat(walk.run(1)).isFalse();
      assertThat(Objects.requireNonNull(root.children()))
          .extracting(LastChange::commit)
          .containsExactly(second, null);
    }
  }

  @ParameterizedTest
  @CsvSource({"12, 10", "10000, 1", "2, 1000"})
  void givesUpWhereAFewTreesStandForMoreThanItMayHold(int levels, int width) throws IOException {
    ObjectId first = repository.commit("1", List.of(), repository.bomb(levels, width, "1"));
    ObjectId second = repository.commit("2", List.of(first), repository.bomb(levels, width, "2"));
    RequestMemory memory = new RequestMemory(100_000_000);
    for (ObjectId commit : List.of(first, second)) {
      try (ObjectReader reader = repository.git().newObjectReader();
          RequestMemory.Share share = memory.share()) {
        LastChangeWalk walk = new LastChangeWalk(reader, new Memory(), 200_000, share);
        walk.seek(commit, new PendingTree(root(reader, commit), false, true));

        assertThat(walk.run(ALL)).isFalse();
      }
    }
    assertThat(memory.used()).isZero();
  }

  @Test
  void givesUpWhereACommitHasHundredsOfParents() throws IOException {
    List<ObjectId> parents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      parents.add(commit("p", List.of(), Map.of("a/b", "" + i)));
    }
    ObjectId tree = repository.bomb(2, 300, "1");
    ObjectId merge = repository.commit("m", parents, tree);
    try (ObjectReader reader = repository.git().newObjectReader();
        RequestMemory.Share share = new RequestMemory(100_000_000).share()) {
      LastChangeWalk walk = new LastChangeWalk(reader, new Memory(), ALL, share);
      walk.seek(merge, new PendingTree(root(reader, merge), false, true));

      assertThat(walk.run(100)).isFalse();
    }
  }

  private static LastChange root(ObjectReader reader, ObjectId commit) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      return new LastChange(walk.parseCommit(commit).getTree().copy());
    }
  }

  /** Walks, keeps what was found, and returns the commit of every path. */
  private Map<String, String> walk(ObjectId commit, Memory stored) throws IOException {
    try (ObjectReader reader = repository.git().newObjectReader()) {
      stored.learn(reader, commit);
      return stored.read(reader, commit);
    }
  }

  /** Rows in memory. */
  static final class Memory implements StoredChanges {
    private final Map<ObjectId, ObjectId> roots = new HashMap<>();
    private final Map<ObjectId, LastChangeNode> nodes = new HashMap<>();

    @Override
    public @Nullable ObjectId rootName(ObjectId commit) {
      return roots.get(commit);
    }

    @Override
    public @Nullable LastChangeNode node(ObjectId name) {
      return nodes.get(name);
    }

    @Override
    public void add(ObjectId commit, ObjectId name) {
      roots.put(commit, name);
    }

    /** Walks from a commit until all is known of it. */
    LastChangeWalk learn(ObjectReader reader, ObjectId commit) throws IOException {
      LastChangeWalk walk =
          new LastChangeWalk(reader, this, ALL, new RequestMemory(Long.MAX_VALUE).share());
      LastChange root = root(reader, commit);
      walk.seek(commit, new PendingTree(root, false, true));
      assertThat(walk.run(ALL)).isTrue();
      add(commit, LastChangeIndex.collect(root, nodes));
      return walk;
    }

    /** The last commit of every path of a commit of which all is known. */
    Map<String, String> read(ObjectReader reader, ObjectId commit) throws IOException {
      return read(reader, root(reader, commit).id(), Objects.requireNonNull(rootName(commit)));
    }

    /** The last commit of every path below a directory. */
    private Map<String, String> read(ObjectReader reader, ObjectId tree, ObjectId name)
        throws IOException {
      Map<String, String> found = new TreeMap<>();
      LastChangeNode node = Objects.requireNonNull(nodes.get(name));
      for (TreeContents.Entry entry : TreeContents.read(reader, tree).entries()) {
        String path = new String(entry.name().bytes(), StandardCharsets.UTF_8);
        found.put(path, node.commits().get(entry.index()).name());
        if (entry.isDirectory()) {
          read(reader, entry.id(), node.children().get(entry.directory()))
              .forEach((below, commit) -> found.put(path + "/" + below, commit));
        }
      }
      return found;
    }
  }
}
