package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class RepositoryCreationTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final Repositories repositories = server.get(Repositories.class);

  @Test
  void makesRowsAndDirectory() {
    Project project = testing.project();
    Repository made = testing.repository(project, NewRepository.named("My First Repo"));
    assertThat(made.slug()).isEqualTo("my-first-repo");
    assertThat(made.name()).isEqualTo("My First Repo");
    assertThat(made.state()).isEqualTo(RepositoryState.AVAILABLE);
    assertThat(made.hierarchyId()).matches("[0-9a-f]{20}");
    assertThat(repositories.findById(made.id())).contains(made);
    assertThat(repositories.findByPath(project.key().toLowerCase(Locale.ROOT), "MY-First-Repo"))
        .contains(made);
    assertThat(server.get(RepositoryStorage.class).directory(made.id()).resolve("HEAD"))
        .content()
        .isEqualTo("ref: refs/heads/main\n");
  }

  @Test
  void pointsHeadAtTheDefaultBranchThatWasAskedFor() throws Exception {
    Repository made =
        testing.repository(
            testing.project(), new NewRepository("r", "About it", "refs/heads/trunk", true, false));
    assertThat(made.defaultBranch()).isEqualTo("trunk");
    assertThat(made.description()).isEqualTo("About it");
    assertThat(made.isPublic()).isTrue();
    assertThat(made.forkable()).isFalse();
    assertThat(
            Files.readString(
                server.get(RepositoryStorage.class).directory(made.id()).resolve("HEAD")))
        .isEqualTo("ref: refs/heads/trunk\n");
  }

  @Test
  void refusesAPlaceThatIsTaken() {
    Repository first = testing.repository(testing.project(), NewRepository.named("a b"));
    assertThatThrownBy(() -> testing.repository(first.project(), NewRepository.named("A-B")))
        .isInstanceOf(TakenException.class)
        .hasMessageContaining("\"a-b\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", ".", "..", "a..b", "-a", ".a", " a", "a ", "a.", "a/b", "a%2Fb", "a\\b", "ä",
        "a\u0000", "a\nb", "a.git", "a.GIT", "a:b", "~a"
      })
  void refusesANameThatBreaksARule(String name) {
    Project project = testing.project();
    assertThatThrownBy(() -> testing.repository(project, NewRepository.named(name)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining(InvalidFieldException.quote(name))
        .hasMessageContaining("begins with a letter");
  }

  @Test
  void refusesANameOfThreeHundredCharacters() {
    Project project = testing.project();
    assertThatThrownBy(() -> testing.repository(project, NewRepository.named("n".repeat(300))))
        .hasMessageContaining("(300 characters)")
        .hasMessageContaining("at most 128");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-x", "a..b", "a b", "a~b", "a^", "a:b", "x.lock", "a\u0001", "@{", "HEAD", "/x"})
  void refusesADefaultBranchThatGitWouldRefuse(String branch) {
    Project project = testing.project();
    NewRepository wanted = new NewRepository("r", null, branch, false, true);
    assertThatThrownBy(() -> testing.repository(project, wanted))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("is not a branch name")
        .extracting(e -> ((InvalidFieldException) e).fields().getFirst().name())
        .isEqualTo("defaultBranch");
  }

  @ParameterizedTest
  @CsvSource({"Repo,repo", "A B_c.d-e,a-b_c.d-e", "a   b,a-b", "_x,_x", "1,1"})
  void makesTheSlugOfTheName(String name, String slug) {
    assertThat(RepositoryRules.slug(RepositoryRules.name(name))).isEqualTo(slug);
  }

  @Test
  void hasAPlaceInTheHierarchyThatIsReadAnewUnderANewStamp() {
    Repository open = testing.publicRepository();
    ResourceHierarchy hierarchy = server.get(ResourceHierarchy.class);
    long stamp = server.get(PermissionStamp.class).current();
    assertThat(hierarchy.placeOfRepository(open.id(), stamp))
        .isEqualTo(new ResourceHierarchy.Place(open.project().id(), true, null));
    assertThat(hierarchy.placeOfProject(open.project().id(), stamp))
        .isEqualTo(new ResourceHierarchy.Place(open.project().id(), false, null));
    assertThat(hierarchy.placeOfRepository(Long.MAX_VALUE, stamp)).isNull();
    assertThat(hierarchy.placeOfProject(Long.MAX_VALUE, stamp)).isNull();
  }

  @Test
  void finishesWhatAStoppedServerBegan() throws Exception {
    Repository made = testing.repository();
    server
        .get(JdbcClient.class)
        .sql(
            "update repository set state = 'INITIALISING', created_at = now() - interval '1 hour'"
                + " where id = ?")
        .param(made.id())
        .update();
    server.get(RepositoryDirectories.class).delete(made.id());
    server.get(UnfinishedRepositories.class).finish();
    assertThat(repositories.findById(made.id())).contains(made);
    assertThat(server.get(RepositoryStorage.class).directory(made.id()).resolve("HEAD")).exists();
  }

  @Test
  void leavesToALivingNodeWhatItMakesHoweverLongThatTakes() throws Exception {
    Repository made = testing.repository();
    JdbcClient sql = server.get(JdbcClient.class);
    UUID other = UUID.randomUUID();
    sql.sql("insert into node_session (id, node_name, address) values (?, 'other', 'there')")
        .param(other)
        .update();
    sql.sql(
            "update repository set state = 'INITIALISING', created_at = now() - interval '1 day'"
                + " where id = ?")
        .param(made.id())
        .update();
    sql.sql("insert into repository_making (repository_id, node_session) values (?, ?)")
        .params(made.id(), other)
        .update();
    UnfinishedRepositories unfinished = server.get(UnfinishedRepositories.class);
    unfinished.finish();
    assertThat(repositories.findById(made.id()).orElseThrow().state())
        .isEqualTo(RepositoryState.INITIALISING);

    // It dies, and then it does not matter how young the repository is.
    sql.sql("update repository set created_at = now() where id = ?").param(made.id()).update();
    sql.sql("delete from node_session where id = ?").param(other).update();
    server.get(RepositoryDirectories.class).delete(made.id());
    try (RepositoryCreation.Work _ = server.get(RepositoryCreation.class).startWork(made.id())) {
      unfinished.finish();
      assertThat(repositories.findById(made.id()).orElseThrow().state())
          .as("a thread of this process is at it")
          .isEqualTo(RepositoryState.INITIALISING);
    }
    unfinished.finish();
    assertThat(repositories.findById(made.id())).contains(made);
    assertThat(
            sql.sql("select count(*) from repository_making where repository_id = ?")
                .param(made.id())
                .query(Integer.class)
                .single())
        .isZero();
  }
}
