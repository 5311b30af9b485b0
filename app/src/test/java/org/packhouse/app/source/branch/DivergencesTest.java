package org.packhouse.app.source.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.eclipse.jgit.internal.storage.dfs.DfsRepositoryDescription;
import org.eclipse.jgit.internal.storage.dfs.InMemoryRepository;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.testing.GitFixture;

class DivergencesTest {

  @TempDir private Path directory;

  /** Dates mean nothing here: they are drawn like everything else. */
  @Property(tries = 100)
  void countsWhatOneReachesAndTheOtherDoesNot(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 150) int commits) throws IOException {
    try (Repository git = new InMemoryRepository(new DfsRepositoryDescription("random"))) {
      RandomHistory history = new RandomHistory(git, seed);
      history.grow(commits);
      ObjectId base = history.any();
      Map<ObjectId, Divergence> counted =
          new Divergences(new Caches(new SimpleMeterRegistry())).of(git, base, history.commits());
      for (ObjectId tip : history.commits()) {
        assertThat(counted.get(tip)).isEqualTo(history.divergence(base, tip));
      }
    }
  }

  @Property(tries = 50)
  void findsWhoReachesACommit(@ForAll long seed, @ForAll @IntRange(min = 1, max = 150) int commits)
      throws IOException {
    try (Repository git = new InMemoryRepository(new DfsRepositoryDescription("random"));
        ObjectReader reader = git.newObjectReader()) {
      RandomHistory history = new RandomHistory(git, seed);
      history.grow(commits);
      ObjectId wanted = history.any();
      BranchesOfCommit.Search search = new BranchesOfCommit.Search(new History(reader), wanted);
      for (ObjectId tip : history.commits()) {
        assertThat(search.reaches(tip)).isEqualTo(history.reached(tip).contains(wanted));
      }
    }
  }

  @Test
  void agreesWithGitAboveAndBelowTheCommitGraph() throws IOException {
    GitFixture bare = GitFixture.bare(directory.resolve("random.git"));
    try (Repository git = new FileRepository(bare.directory().toFile())) {
      RandomHistory history = new RandomHistory(git, 7);
      history.grow(500);
      for (ObjectId tip : history.commits()) {
        bare.git("update-ref", "refs/heads/" + tip.name(), tip.name());
        if (history.reached(tip).size() > 400) {
          break;
        }
      }
      bare.git("commit-graph", "write", "--reachable");
      history.grow(100);
      git.getConfig().setBoolean("core", null, "commitGraph", true);
      ObjectId base = history.last();
      Map<ObjectId, Divergence> counted =
          new Divergences(new Caches(new SimpleMeterRegistry())).of(git, base, history.commits());
      for (ObjectId tip : history.commits()) {
        assertThat(counted.get(tip)).isEqualTo(history.divergence(base, tip));
      }
      try (ObjectReader reader = git.newObjectReader()) {
        assertThat(reader.getCommitGraph()).isPresent();
        assertThat(reader.getCommitGraph().orElseThrow().getCommitCnt()).isBetween(1L, 599L);
      }
      for (int i = 0; i < 20; i++) {
        ObjectId tip = history.any();
        assertThat(counted.get(tip)).isEqualTo(byGit(bare, base.name(), tip.name()));
      }
    }
  }

  @Test
  void leavesOutWhatIsNoCommitOrNotThere() throws IOException {
    try (Repository git = new InMemoryRepository(new DfsRepositoryDescription("random"))) {
      RandomHistory history = new RandomHistory(git, 1);
      history.grow(3);
      ObjectId absent = ObjectId.fromString("1".repeat(40));
      ObjectId blob;
      try (ObjectInserter inserter = git.newObjectInserter()) {
        blob = inserter.insert(Constants.OBJ_BLOB, new byte[] {1});
        inserter.flush();
      }
      Divergences divergences = new Divergences(new Caches(new SimpleMeterRegistry()));
      assertThat(divergences.of(git, history.any(), Set.of(absent, blob))).isEmpty();
      assertThat(divergences.of(git, blob, history.commits())).isEmpty();
    }
  }

  @Tag("full")
  @Tag("source")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void agreesWithGitOnARealHistory(String name) throws IOException {
    Path bundle = Path.of("../../shared/data", name + ".bundle").toAbsolutePath().normalize();
    assumeThat(bundle).exists();
    GitFixture bare = GitFixture.bare(directory.resolve(name + ".git"));
    bare.git("fetch", "--quiet", bundle.toString(), "+refs/*:refs/*");
    bare.git("commit-graph", "write", "--reachable");
    List<String> names =
        bare.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags").lines().toList();
    String base = bare.git("rev-parse", names.getFirst() + "^{commit}");
    Set<ObjectId> tips = new LinkedHashSet<>();
    names.stream()
        .limit(100)
        .forEach(ref -> tips.add(ObjectId.fromString(bare.git("rev-parse", ref + "^{commit}"))));
    try (Repository git = new FileRepository(bare.directory().toFile())) {
      Map<ObjectId, Divergence> counted =
          new Divergences(new Caches(new SimpleMeterRegistry()))
              .of(git, ObjectId.fromString(base), tips);
      for (ObjectId tip : tips) {
        assertThat(counted.get(tip)).as(tip.name()).isEqualTo(byGit(bare, base, tip.name()));
      }
    }
  }

  private static Divergence byGit(GitFixture git, String base, String tip) {
    String[] counts =
        git.git("rev-list", "--left-right", "--count", tip + "..." + base).split("\\s+", -1);
    return new Divergence(Integer.parseInt(counts[0]), Integer.parseInt(counts[1]));
  }

  /** Commits with drawn parents and dates, and the simplest way to see who reaches whom. */
  private static final class RandomHistory {

    private static final int NEAR = 20;

    private final Repository git;
    private final Random random;
    private final List<ObjectId> commits = new ArrayList<>();
    private final Map<ObjectId, Set<ObjectId>> reached = new HashMap<>();

    RandomHistory(Repository git, long seed) {
      this.git = git;
      random = new Random(seed);
    }

    void grow(int count) throws IOException {
      try (ObjectInserter inserter = git.newObjectInserter()) {
        ObjectId tree = inserter.insert(Constants.OBJ_TREE, new byte[0]);
        for (int i = 0; i < count; i++) {
          append(inserter, tree);
        }
        inserter.flush();
      }
    }

    private void append(ObjectInserter inserter, ObjectId tree) throws IOException {
      Set<ObjectId> parents = new LinkedHashSet<>();
      int wanted = commits.isEmpty() || random.nextInt(30) == 0 ? 0 : 1 + random.nextInt(3);
      for (int i = 0; i < wanted; i++) {
        int back = 1 + random.nextInt(Math.min(NEAR, commits.size()));
        parents.add(commits.get(commits.size() - back));
      }
      StringBuilder text = new StringBuilder("tree " + tree.name() + "\n");
      parents.forEach(parent -> text.append("parent " + parent.name() + "\n"));
      String person = "A <a@b> " + (1_000_000_000 + random.nextInt(1_000_000)) + " +0000\n";
      text.append("author ").append(person).append("committer ").append(person);
      text.append("\n").append(commits.size()).append("\n");
      ObjectId id =
          inserter.insert(
              Constants.OBJ_COMMIT, text.toString().getBytes(StandardCharsets.US_ASCII));
      Set<ObjectId> all = new HashSet<>();
      all.add(id);
      parents.forEach(parent -> all.addAll(reached(parent)));
      commits.add(id);
      reached.put(id, all);
    }

    List<ObjectId> commits() {
      return List.copyOf(commits);
    }

    ObjectId any() {
      return commits.get(random.nextInt(commits.size()));
    }

    ObjectId last() {
      return commits.getLast();
    }

    Set<ObjectId> reached(ObjectId commit) {
      return reached.getOrDefault(commit, Set.of());
    }

    Divergence divergence(ObjectId base, ObjectId tip) {
      return new Divergence(without(tip, base), without(base, tip));
    }

    private int without(ObjectId one, ObjectId other) {
      Set<ObjectId> rest = new HashSet<>(reached(one));
      rest.removeAll(reached(other));
      return rest.size();
    }
  }
}
