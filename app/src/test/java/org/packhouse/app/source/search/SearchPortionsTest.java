package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRepository;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A repository is indexed in portions, between which others may have their turn. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchPortionsTest {

  private static final int FILES = 30;

  private TestingServer server;
  private TestingRepository local;
  private SearchIndex index;
  private SearchRows rows;
  private SearchQueue queue;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    local = TestingRepository.create(directory);
    server = TestingServer.shared();
    index = server.get(SearchIndex.class);
    rows = server.get(SearchRows.class);
    queue = server.get(SearchQueue.class);
  }

  @Test
  void goesOnWhereItWasStoppedUntilAllIsThere() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    try (Lease lease = lease(repository)) {
      push(repository, Stream.of(small("a.txt", "first"), small("gone.txt", "x")));
      assertThat(index.bring(lease, repository.id(), () -> true)).isTrue();
      push(repository, Stream.concat(large(), Stream.of(small("a.txt", "second"))));

      assertThat(index.bring(lease, repository.id(), () -> false)).isFalse();
      assertThat(paths(repository)).hasSizeBetween(9, FILES - 9);
      assertThat(rows.state(repository.id()).orElseThrow().tree()).isNull();

      push(repository, Stream.concat(large(), Stream.of(small("b.txt", "third"))));
      int before = paths(repository).size();
      assertThat(index.bring(lease, repository.id(), () -> false)).isFalse();
      assertThat(paths(repository)).hasSizeGreaterThan(before + 8);

      List<Integer> portions = new ArrayList<>();
      assertThat(index.bring(lease, repository.id(), () -> portions.add(0))).isTrue();
      assertThat(portions).hasSizeLessThan(FILES / 9);
      assertThat(paths(repository))
          .hasSize(FILES + 1)
          .contains("b.txt", "large00.txt", "large29.txt")
          .doesNotContain("a.txt", "gone.txt");
      assertThat(rows.state(repository.id()).orElseThrow().tree()).isNotNull();
    }
  }

  @Test
  void changesOfOthersAreDueWhileWholeRepositoriesAreNotToBe() throws IOException {
    Repository whole = TestingProjects.in(server).repository();
    Repository changed = TestingProjects.in(server).repository();
    try (Lease ofWhole = lease(whole);
        Lease ofChanged = lease(changed)) {
      push(changed, Stream.of(small("a.txt", "first")));
      await()
          .untilAsserted(() -> {
            index.bring(ofChanged, changed.id(), () -> true);
            assertThat(rows.state(changed.id()).orElseThrow().tree()).isNotNull();
          });
      push(whole, large());
      AtomicInteger asked = new AtomicInteger();
      index.bring(ofWhole, whole.id(), () -> asked.incrementAndGet() < 2);
      queue.requeue(whole.id());
      queue.ask(changed.id());

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() ->
              assertThat(queue.due(10_000, true))
                  .contains(
                      new SearchQueue.Due(whole.id(), true),
                      new SearchQueue.Due(changed.id(), false)));
      assertThat(queue.due(10_000, false))
          .contains(new SearchQueue.Due(changed.id(), false))
          .noneMatch(SearchQueue.Due::whole);
    }
  }

  /** Holds a repository, so that the server leaves it to the test. */
  private Lease lease(Repository repository) {
    return await()
        .until(
            () ->
                server
                    .get(Leases.class)
                    .acquire("search/" + repository.id(), Duration.ofMinutes(5)),
            Optional::isPresent)
        .orElseThrow();
  }

  private List<String> paths(Repository repository) {
    return server
        .get(JdbcClient.class)
        .sql("select path from search_file where repository_id = ?")
        .param(repository.id())
        .query((row, _) -> row.getString(1))
        .list();
  }

  private static Stream<TestingRepository.File> large() {
    return Stream.iterate(0, i -> i < FILES, i -> i + 1)
        .map(i -> small("large%02d.txt".formatted(i), ("line of " + i + "\n").repeat(10_000)));
  }

  private static TestingRepository.File small(String path, String content) {
    return TestingRepository.file(path, content);
  }

  private void push(Repository repository, Stream<TestingRepository.File> files)
      throws IOException {
    ObjectId commit =
        local.commit("Change", List.of(), files.toArray(TestingRepository.File[]::new));
    GitFixture.in(local.git().getDirectory().toPath())
        .git(
            "push",
            "--quiet",
            "--force",
            server.cloneUrl(repository),
            commit.name() + ":refs/heads/main");
  }
}
