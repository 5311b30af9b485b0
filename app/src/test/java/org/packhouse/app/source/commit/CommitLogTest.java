package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.testing.TestingRepository.file;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.testing.TestingRepository;

class CommitLogTest {

  @TempDir Path directory;
  private TestingRepository repository;
  private OpenRepository open;
  private final CommitLog log =
      new CommitLog(
          new CommitMessageSettings(50, new CommitMessageSettings.Bulk(20)),
          new Caches(new SimpleMeterRegistry()));

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
  void pagesThroughTheHistoryNewestFirst() throws IOException {
    List<ObjectId> parents = List.of();
    for (int i = 0; i < 7; i++) {
      parents = List.of(repository.commit("c" + i, parents, file("a", "" + i)));
    }
    List<String> subjects = new ArrayList<>();
    CommitPage page = log.page(open, parents.getFirst().name(), TreePath.ROOT, 0, 3);
    page.commits().forEach(commit -> subjects.add(commit.subject()));
    while (page.hasMore()) {
      page = log.page(open, parents.getFirst().name(), TreePath.ROOT, page.nextStart(), 3);
      page.commits().forEach(commit -> subjects.add(commit.subject()));
    }

    assertThat(subjects).containsExactly("c6", "c5", "c4", "c3", "c2", "c1", "c0");
  }

  @Test
  void cutsWhatIsLongShorterInListsThanAlone() throws IOException {
    ObjectId root = repository.commit("root", List.of(), file("a", "1"));
    List<ObjectId> parents = Collections.nCopies(150, root);
    String face = "\uD83D\uDE00";
    String id =
        repository.commit("m".repeat(19) + face + "n".repeat(100), parents, file("a", "2")).name();

    Commit alone = log.read(open, id);
    assertThat(alone.message()).isEqualTo("m".repeat(19) + face + "n".repeat(29));
    assertThat(alone.parents()).hasSize(150);
    for (Commit listed :
        List.of(
            log.page(open, id, TreePath.ROOT, 0, 1).commits().getFirst(),
            log.readListed(open, id),
            log.readAll(open, List.of(id)).values().iterator().next())) {
      assertThat(listed.message()).isEqualTo("m".repeat(19));
      assertThat(listed.parents()).hasSize(100);
    }
  }

  @Test
  void leavesOutCommitsThatDidNotTouchThePathButKeepsRealParents() throws IOException {
    ObjectId one = repository.commit("one", List.of(), file("d/a", "1"), file("b", "1"));
    ObjectId two = repository.commit("two", List.of(one), file("d/a", "1"), file("b", "2"));
    ObjectId three = repository.commit("three", List.of(two), file("d/a", "3"), file("b", "2"));

    CommitPage page = log.page(open, three.name(), TreePath.of("d/a"), 0, 10);

    assertThat(page.commits()).extracting(Commit::subject).containsExactly("three", "one");
    assertThat(page.commits().getFirst().parents()).containsExactly(two.name());
    assertThat(page.hasMore()).isFalse();
  }

  @Test
  void splitsAMessageIntoSubjectAndBody() throws IOException {
    ObjectId id = repository.commit("\nSubject line\n\nBody one\nBody two\n", List.of());
    Commit commit = log.read(open, id.name());

    assertThat(commit.subject()).isEqualTo("Subject line");
    assertThat(commit.body()).isEqualTo("Body one\nBody two");
    assertThat(commit.author().name()).isEqualTo("Ada Lovelace");
    assertThat(commit.author().when()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(commit.author().zone().getId()).isEqualTo("+01:00");
  }
}
