package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportPhase;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Imports whose process is dead. */
class OrphanedImportTest {

  private final TestingServer server = TestingServer.shared();
  private final ImportKit kit = new ImportKit(server);
  private final JdbcClient sql = server.get(JdbcClient.class);
  @TempDir private Path directory;

  @Test
  void isDoneAgainIfItNeedsNoCredentials() throws Exception {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String name = TestingProjects.name("orphan");
    orphanOf(work, name);
    assertThat(server.get(JobRows.class).takeOverOrphans()).isPositive();
    server.get(ImportWorkers.class).wake();
    assertThat(kit.await(name).at("/state")).isEqualTo("DONE");
    assertThat(kit.directory(name).git("rev-parse", "main"))
        .isEqualTo(work.git("rev-parse", "HEAD"));
  }

  @Test
  void isDoneAgainIfItsEndCouldNotBeWrittenDown() throws Exception {
    String name = TestingProjects.name("lost");
    Path source = orphanOf(GitFixture.workTree(directory.resolve("work")), name);
    sql.sql("update repository_import set node_session = ? where state = 'RUNNING' and source = ?")
        .params(server.get(NodeSessions.class).current(), source.toString())
        .update();
    Awaitility.await()
        .untilAsserted(() -> {
          server.get(ImportWorkers.class).releaseLost();
          assertThat(server.get(JobRows.class).takeOverOrphans()).isPositive();
        });
    server.get(ImportWorkers.class).wake();
    assertThat(kit.await(name).at("/state")).isEqualTo("DONE");
  }

  @Test
  void failsIfItNeedsCredentials() {
    String name = TestingProjects.name("orphan");
    Repository repository = orphan(name, ImportKind.URL, "https://example.org/x.git", true);
    server.get(JobRows.class).takeOverOrphans();
    assertThat(kit.state(name).at("/state")).isEqualTo("FAILED");
    assertThat(kit.state(name).at("/problem/code")).isEqualTo("STOPPED");
    assertThat(kit.state(name).at("/problem/message")).contains("give them again to retry");
    assertThat(kit.repository(name).state()).isEqualTo(RepositoryState.INITIALISATION_FAILED);
    assertThat(server.get(ImportRows.class).isOf(repository.id())).isTrue();
  }

  @Test
  void whatADeadProcessStillWritesHasNoEffect() {
    String name = TestingProjects.name("orphan");
    Repository repository = orphan(name, ImportKind.URL, "https://example.org/x.git", true);
    ImportJob job = ImportKit.job(server, repository.id(), "https://example.org/x.git");
    JobRows rows = server.get(JobRows.class);
    assertThat(rows.report(job, ImportProgress.of(ImportPhase.SAVING, 5)))
        .isEqualTo(JobRows.Standing.LOST);
    assertThat(server.get(ImportTargets.class).complete(job, repository, null)).isFalse();
    assertThat(kit.repository(name).state()).isEqualTo(RepositoryState.INITIALISING);
  }

  /**
   * What a process leaves that was killed while it imported a copy of a directory with a commit.
   *
   * @return the copy
   */
  private Path orphanOf(GitFixture work, String name) throws IOException {
    work.commit("a.txt", "one\n");
    Path source = Files.createDirectories(kit.root()).resolve(name);
    work.git("clone", "--quiet", "--bare", ".", source.toString());
    orphan(name, ImportKind.FOLDER, source.toString(), false);
    return source;
  }

  /** What a process leaves that was killed. */
  private Repository orphan(String name, ImportKind kind, String source, boolean credentials) {
    Repository repository =
        server
            .get(RepositoryCreation.class)
            .begin(
                kit.project,
                org.packhouse.app.hosting.repository.NewRepository.named(name),
                null,
                null);
    long id =
        server
            .get(ImportRows.class)
            .insert(
                repository.id(),
                kind,
                source,
                server.get(NodeSessions.class).current(),
                TestingPeople.of(server).admin());
    sql.sql(
            """
            update repository_import set state = 'RUNNING', node_session = null, run = 7,
                   with_credentials = ?
             where id = ?
            """)
        .params(credentials, id)
        .update();
    return repository;
  }
}
