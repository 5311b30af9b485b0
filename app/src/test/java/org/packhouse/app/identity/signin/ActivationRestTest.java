package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

class ActivationRestTest {

  private static final String PASSWORD = "a-password-of-tests";
  private static final String ACTIVATION = "/rest/packhouse/1.0/admin/users/activation";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final User user = people.createUser(TestingPeople.uniqueName("shut"), PASSWORD);

  private Response activate(TestingRest by, String name, String active) {
    return by.put(ACTIVATION, "{'name':'%s','active':%s}".formatted(name, active));
  }

  @Test
  void shutsAUserOutOfEveryTransportAtOnceAndLetsThemInAgain() {
    Repository repository = TestingProjects.in(server).repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(user);
      GitFixture http = GitFixture.in(ssh.directory());
      String byPassword = server.cloneUrl(repository, user.name(), PASSWORD);
      String byToken =
          server.cloneUrl(repository, user.name(), people.token(user, Permission.REPO_READ));
      TestingRest own = TestingRest.user(server, user.name(), PASSWORD);
      assertThat(own.get("users").status()).isEqualTo(200);
      assertThat(http.run("ls-remote", byPassword).exitCode()).isZero();
      assertThat(http.run("ls-remote", byToken).exitCode()).isZero();
      ssh.gitOk(key, ssh.directory(), "ls-remote", ssh.url(repository));

      Response out = activate(admin, user.name(), "false");

      assertThat(out.status()).as(out.response().body()).isEqualTo(200);
      assertThat(out.json().at("/active").asBoolean()).isFalse();
      assertThat(own.get("users").status()).isEqualTo(401);
      assertThat(http.run("ls-remote", byPassword).exitCode()).isNotZero();
      assertThat(http.run("ls-remote", byToken).exitCode()).isNotZero();
      assertThat(ssh.git(key, ssh.directory(), "ls-remote", ssh.url(repository)).status())
          .isNotZero();

      assertThat(activate(admin, user.name(), "true").json().at("/active").asBoolean()).isTrue();
      assertThat(own.get("users").status()).isEqualTo(200);
      ssh.gitOk(key, ssh.directory(), "ls-remote", ssh.url(repository));
    }
  }

  @Test
  void nobodyShutsThemselvesOutNorSomebodyOfAHigherRank() {
    assertThat(activate(admin, TestingServer.ADMIN, "false").status()).isEqualTo(403);
    people.grant(user, Permission.ADMIN);
    TestingRest lower = TestingRest.user(server, user.name(), PASSWORD);
    assertThat(activate(lower, TestingServer.ADMIN, "false").status()).isIn(401, 403);
    assertThat(admin.get("users").status()).isEqualTo(200);
  }

  @Test
  void refusesWhatIsMissingOrUnknown() {
    assertThat(admin.put(ACTIVATION, "{'name':'%s'}".formatted(user.name())).status())
        .isEqualTo(400);
    assertThat(admin.put(ACTIVATION, "{'active':false}").status()).isEqualTo(400);
    assertThat(activate(admin, "nobody-of-that-name", "false").status()).isEqualTo(404);
    assertThat(activate(admin, user.name(), "'perhaps'").status()).isEqualTo(400);
  }
}
