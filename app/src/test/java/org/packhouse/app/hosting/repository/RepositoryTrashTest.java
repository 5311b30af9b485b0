package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class RepositoryTrashTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final RepositoryTrash trash = server.get(RepositoryTrash.class);
  private final JdbcClient jdbc = server.get(JdbcClient.class);

  @Test
  void emptiesItselfOfWhatIsOldAndKeepsWhatIsNot() {
    Repository old = testing.repository();
    Repository young = testing.repository();
    trash.trash(old.id(), null);
    trash.trash(young.id(), null);
    jdbc.sql("update repository set trashed_at = now() - interval '8 days' where id = ?")
        .param(old.id())
        .update();
    RepositoryTasks.empty(trash);
    assertThat(directory(old)).doesNotExist();
    assertThat(count("repository where id = " + old.id())).isZero();
    assertThat(count("repository_version where repository_id = " + old.id())).isZero();
    assertThat(directory(young)).isDirectory();
    assertThat(trash.restore(young.id(), null, null).path()).isEqualTo(young.path());
  }

  @Test
  void takesUpAPurgeThatWasInterrupted() throws Exception {
    Repository repository = testing.repository();
    trash.trash(repository.id(), null);
    server.get(TrashRecords.class).mark(repository.id());
    server
        .get(org.packhouse.app.storage.objects.RepositoryDirectories.class)
        .delete(repository.id());
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> trash.restore(repository.id(), null, null))
        .hasMessageContaining("being removed for good");
    trash.purge(repository.id());
    assertThat(count("repository where id = " + repository.id())).isZero();
  }

  @Test
  void writesAnAuditRowForEachStep() {
    Repository repository = testing.repository();
    trash.trash(repository.id(), null);
    trash.restore(repository.id(), null, null);
    trash.trash(repository.id(), null);
    trash.purge(repository.id());
    assertThat(
            jdbc.sql("select action from audit_event where subject = ? order by id")
                .param(repository.path())
                .query(String.class)
                .list())
        .containsExactly(
            "repository.created",
            "repository.deleted",
            "repository.restored",
            "repository.deleted",
            "repository.purged");
  }

  @Test
  void freesThePlaceAndForgetsTheAliasOfIt() {
    Repository repository = testing.repository();
    trash.trash(repository.id(), null);
    Repositories repositories = server.get(Repositories.class);
    assertThat(repositories.findById(repository.id())).isEmpty();
    assertThat(repositories.findByPath(repository.project().key(), repository.slug())).isEmpty();
    Repository heir =
        testing.repository(repository.project(), NewRepository.named(repository.name()));
    assertThat(heir.slug()).isEqualTo(repository.slug());
  }

  private Path directory(Repository repository) {
    return server.get(RepositoryStorage.class).directory(repository.id());
  }

  private long count(String from) {
    return jdbc.sql("select count(*) from " + from).query(Long.class).single();
  }
}
