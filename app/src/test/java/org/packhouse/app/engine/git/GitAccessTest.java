package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.GitRefusedException.Reason;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class GitAccessTest {

  private static final String PASSWORD = "correct horse";
  private static final Credential NOBODY = new Credential.None();

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final GitAccess gate = server.get(GitAccess.class);
  private Repository repository;
  private String path;
  private User user;
  private Credential credential;

  GitAccessTest() {
    repository = TestingProjects.in(server).repository();
    path = repository.path();
    user = people.createUser(TestingPeople.uniqueName("gate"), PASSWORD);
    credential = new Credential.Basic(user.name(), PASSWORD, "127.0.0.1");
  }

  @BeforeEach
  void letTheUserRead() {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "/%s", "%s.git", "/%s.git/", "%s.GIT"})
  void findsARepositoryHoweverItsPathIsWritten(String form) throws Exception {
    for (String name : new String[] {path, path.toLowerCase(Locale.ROOT)}) {
      GitRepository opened = gate.open(credential, form.formatted(name), GitService.UPLOAD_PACK);
      assertThat(opened.repository().id()).isEqualTo(repository.id());
      assertThat(opened.caller().name()).isEqualTo(user.name());
      assertThat(opened.refVersion()).isPositive();
    }
  }

  @Test
  void letsAReaderFetchAndArchiveButNotPush() throws Exception {
    gate.open(credential, path, GitService.UPLOAD_PACK);
    gate.open(credential, path, GitService.UPLOAD_ARCHIVE);
    assertRefused(
        Reason.NOT_PERMITTED,
        "You have no permission to push to " + path + "; you may only read it.",
        () -> gate.open(credential, path, GitService.RECEIVE_PACK));
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    gate.open(credential, path, GitService.RECEIVE_PACK);
  }

  @ParameterizedTest
  @EnumSource(GitService.class)
  void tellsNobodyTheSameOfAPrivateRepositoryAndOfNone(GitService service) {
    for (String name : new String[] {path, "NOWHERE/nothing", "nothing", "a/b/c", ""}) {
      assertRefused(
          Reason.UNAUTHENTICATED,
          "Authentication is required.",
          () -> gate.open(NOBODY, name, service));
    }
  }

  @Test
  void letsNobodyReadAPublicRepositoryButNotPush() throws Exception {
    Repository open = TestingProjects.in(server).publicRepository();
    gate.open(NOBODY, open.path(), GitService.UPLOAD_PACK);
    assertRefused(
        Reason.UNAUTHENTICATED,
        "Authentication is required.",
        () -> gate.open(NOBODY, open.path(), GitService.RECEIVE_PACK));
  }

  @Test
  void tellsAUserTheSameOfARepositoryThatMayNotBeSeenAndOfNone() {
    Repository hidden = TestingProjects.in(server).repository();
    for (String name : new String[] {hidden.path(), "NOWHERE/nothing"}) {
      assertRefused(
          Reason.NOT_FOUND,
          "Repository " + name + " does not exist, or you have no permission to see it.",
          () -> gate.open(credential, "/" + name, GitService.UPLOAD_PACK));
    }
  }

  @Test
  void refusesAWrongPassword() {
    assertThatThrownBy(() ->
            gate.open(
                new Credential.Basic(user.name(), "wrong", "127.0.0.1"),
                path,
                GitService.UPLOAD_PACK))
        .isInstanceOf(AuthenticationFailedException.class);
  }

  @Test
  void refusesAPushToAnArchivedRepositoryThatCanStillBeRead() throws Exception {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    gate.open(credential, path, GitService.RECEIVE_PACK);
    update("archived = true");
    gate.open(credential, path, GitService.UPLOAD_PACK);
    assertRefused(
        Reason.READ_ONLY,
        "Repository " + path + " is archived: it is read-only.",
        () -> gate.open(credential, path, GitService.RECEIVE_PACK));
  }

  @Test
  void saysThatARepositoryIsStillBeingMade() {
    update("state = 'INITIALISING'");
    assertRefused(
        Reason.UNAVAILABLE,
        "Repository " + path + " is being made. Try again in a moment.",
        () -> gate.open(credential, path, GitService.UPLOAD_PACK));
  }

  @Test
  void saysWhereARepositoryWentToThoseAloneWhoMayReadIt() {
    String former = TestingProjects.name("former");
    server
        .get(JdbcClient.class)
        .sql("insert into repository_alias (project_id, slug, repository_id) values (?, ?, ?)")
        .params(repository.project().id(), former, repository.id())
        .update();
    String formerPath = repository.project().key() + "/" + former;
    assertThatThrownBy(() -> gate.open(credential, formerPath, GitService.UPLOAD_PACK))
        .isInstanceOfSatisfying(
            GitRefusedException.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.MOVED);
              assertThat(refused.movedTo()).isEqualTo(path);
            });
    assertRefused(
        Reason.UNAUTHENTICATED,
        "Authentication is required.",
        () -> gate.open(NOBODY, formerPath, GitService.UPLOAD_PACK));
    people.revoke(user, new RepositoryId(repository.id()));
    assertRefused(
        Reason.NOT_FOUND,
        "Repository " + formerPath + " does not exist, or you have no permission to see it.",
        () -> gate.open(credential, formerPath, GitService.UPLOAD_PACK));
  }

  private void update(String change) {
    server
        .get(JdbcClient.class)
        .sql("update repository set version = version + 1, " + change + " where id = ?")
        .param(repository.id())
        .update();
  }

  private static void assertRefused(Reason reason, String message, ThrowingCallable attempt) {
    assertThatThrownBy(attempt)
        .hasMessage(message)
        .isInstanceOfSatisfying(
            GitRefusedException.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }
}
