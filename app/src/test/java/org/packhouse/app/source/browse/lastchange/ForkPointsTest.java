package org.packhouse.app.source.browse.lastchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.testing.TestingRepository;

class ForkPointsTest {

  @TempDir Path directory;
  private TestingRepository repository;

  @BeforeEach
  void create() throws IOException {
    repository = TestingRepository.create(directory);
  }

  @AfterEach
  void close() {
    repository.close();
  }

  private ObjectId commit(int number, ObjectId... parents) throws IOException {
    return repository.commit(
        "commit " + number,
        List.of(parents),
        file("a/%d".formatted(number % 7), Integer.toString(number)),
        file("b", "never changed"));
  }

  /** Commits that follow one another, the first one first. */
  private List<ObjectId> line(int length, @Nullable ObjectId from) throws IOException {
    List<ObjectId> line = new ArrayList<>();
    ObjectId last = from;
    for (int i = 0; i < length; i++) {
      last = last == null ? commit(i) : commit(i, last);
      line.add(last);
    }
    return line;
  }

  private List<ObjectId> find(List<ObjectId> tips) throws IOException {
    return find(tips, tips, Set.of(), Long.MAX_VALUE);
  }

  private List<ObjectId> find(
      List<ObjectId> tips, List<ObjectId> sought, Set<ObjectId> known, long heap)
      throws IOException {
    try (ObjectReader reader = repository.git().newObjectReader();
        RequestMemory.Share share = new RequestMemory(heap).share()) {
      return ForkPoints.find(reader, tips, sought, known::contains, share);
    }
  }

  @Test
  void areWhereBranchesLeftOneAnotherTheOldestFirst() throws IOException {
    List<ObjectId> main = line(50, null);
    List<ObjectId> old = line(3, main.get(10));
    List<ObjectId> later = line(3, main.get(30));
    ObjectId ofLater = commit(1, later.getFirst());

    assertThat(find(List.of(main.getLast(), old.getLast(), later.getLast(), ofLater)))
        .containsExactly(main.get(10), main.get(30), later.getFirst());
  }

  @Test
  void aTipThatOthersHaveInTheirHistoryIsOne() throws IOException {
    List<ObjectId> main = line(20, null);

    assertThat(find(List.of(main.getLast(), main.get(5)))).containsExactly(main.get(5));
  }

  @Test
  void historiesThatHaveNothingInCommonDoNotMeet() throws IOException {
    ObjectId one = line(5, null).getLast();
    ObjectId other = line(6, null).getLast();

    assertThat(find(List.of(one, other))).isEmpty();
    assertThat(find(List.of(one))).isEmpty();
  }

  @Test
  void aBranchThatIsMergedAgainAndAgainMeetsTheOtherFirstAndLast() throws IOException {
    List<ObjectId> main = new ArrayList<>(line(5, null));
    ObjectId fork = main.getLast();
    List<ObjectId> release = new ArrayList<>(line(1, fork));
    main.add(commit(1, main.getLast()));
    for (int i = 0; i < 20; i++) {
      release.add(commit(i, release.getLast()));
      main.add(commit(i, main.getLast(), release.getLast()));
    }
    ObjectId merged = release.getLast();
    release.add(commit(99, merged));

    assertThat(find(List.of(main.getLast(), release.getLast()))).containsExactly(fork, merged);
  }

  @Test
  void nobodyWalksFurtherFromWhatIsKnown() throws IOException {
    List<ObjectId> main = line(50, null);
    ObjectId first = commit(1, main.get(10));
    ObjectId second = commit(2, main.get(30));
    List<ObjectId> tips = List.of(main.getLast(), first, second);

    assertThat(find(tips, tips, Set.of(main.get(20)), Long.MAX_VALUE))
        .containsExactly(main.get(30));
    assertThat(find(tips, List.of(second), Set.of(main.getLast(), first), Long.MAX_VALUE))
        .containsExactly(main.get(10), main.get(30));
    assertThat(find(tips, List.of(second), Set.of(main.get(30)), Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void withoutHeapLessIsFound() throws IOException {
    List<ObjectId> main = line(50, null);
    List<ObjectId> tips = List.of(main.getLast(), commit(1, main.get(40)), commit(2, main.get(2)));

    assertThat(find(tips, tips, Set.of(), 12_000)).containsExactly(main.get(40));
  }

  @Test
  void eachParentOfACommitTakesItsHeap() throws IOException {
    ObjectId base = commit(0);
    List<ObjectId> parents = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      parents.add(commit(i, base));
    }
    ObjectId tip = commit(1, base);
    ObjectId merge = repository.commit("merge", parents, file("b", "1"));
    List<ObjectId> tips = List.of(merge, tip);

    assertThat(find(tips, tips, Set.of(), 12_000)).isEmpty();
    assertThat(find(tips, tips, Set.of(), Long.MAX_VALUE)).containsExactly(base);
  }

  @Test
  void commitsOfTheSameTimeThatMergeAllTheTimeAreNotWalkedAgainAndAgain() throws IOException {
    List<ObjectId> one = new ArrayList<>(List.of(sameTime(0)));
    List<ObjectId> other = new ArrayList<>(List.of(sameTime(1)));
    for (int i = 2; i < 2_000; i += 2) {
      ObjectId left = one.getLast();
      ObjectId right = other.getLast();
      one.add(sameTime(i, left, right));
      other.add(sameTime(i + 1, right, left));
    }

    assertThat(find(List.of(one.getLast(), other.getLast()))).isNotEmpty().hasSizeLessThan(101);
  }

  private ObjectId sameTime(int number, ObjectId... parents) throws IOException {
    try (ObjectInserter inserter = repository.git().newObjectInserter()) {
      CommitBuilder commit = new CommitBuilder();
      commit.setTreeId(ObjectId.fromString("4b825dc642cb6eb9a060e54bf8d69288fbee4904"));
      commit.setParentIds(parents);
      PersonIdent person =
          new PersonIdent(
              "a", "a@example.org", Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
      commit.setAuthor(person);
      commit.setCommitter(person);
      commit.setMessage(Integer.toString(number));
      ObjectId id = inserter.insert(commit);
      inserter.flush();
      return id;
    }
  }

  @Test
  void whoKnowsThemGoesOverEachPartOfTheHistoryOnce() throws IOException {
    List<ObjectId> main = line(400, null);
    List<ObjectId> tips = new ArrayList<>(List.of(main.getLast()));
    for (int at = 390; at > 0; at -= 20) {
      tips.add(commit(at, main.get(at)));
    }
    List<ObjectId> order = new ArrayList<>(find(tips));
    assertThat(order).hasSize(20);
    order.addAll(tips);

    // Each is the end of another one's walk, and looked at there once more.
    assertThat(walked(order)).isLessThan(400 + 20 + 2 * 40);
    assertThat(walked(tips)).isGreaterThan(3_000);
  }

  private int walked(List<ObjectId> commits) throws IOException {
    LastChangeWalkTest.Memory stored = new LastChangeWalkTest.Memory();
    int walked = 0;
    try (ObjectReader reader = repository.git().newObjectReader()) {
      for (ObjectId commit : commits) {
        walked += stored.learn(reader, commit).seen();
      }
    }
    return walked;
  }

  @Test
  void aTipIsNearIfEachWayFromItIsShort() throws IOException {
    List<ObjectId> main = line(30, null);
    ObjectId merge = commit(1, main.getLast(), main.get(3));

    assertThat(isNear(merge, Set.of(main.getLast()), 10)).isTrue();
    assertThat(isNear(merge, Set.of(main.getLast()), 4)).isFalse();
    assertThat(isNear(main.get(5), Set.of(), 10)).isTrue();
    assertThat(isNear(main.getLast(), Set.of(main.get(10)), 10)).isFalse();
    assertThat(isNear(main.getLast(), Set.of(main.getLast()), 1)).isTrue();
  }

  private boolean isNear(ObjectId tip, Set<ObjectId> known, int commits) throws IOException {
    try (ObjectReader reader = repository.git().newObjectReader()) {
      return ForkPoints.isNear(reader, tip, known::contains, commits);
    }
  }

  @Test
  void thereAreAsManyTipsAsALongHasMarks() throws IOException {
    ObjectId base = commit(0);
    List<ObjectId> tips =
        IntStream.rangeClosed(1, ForkPoints.MAX_TIPS).mapToObj(i -> tip(i, base)).toList();

    assertThat(find(tips)).containsExactly(base);
  }

  private ObjectId tip(int number, ObjectId parent) {
    try {
      return commit(number, parent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
