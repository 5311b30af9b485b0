package org.packhouse.app.engine.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Real git with a user name in its URL, which sends an empty password before the right one. */
class UserInUrlTest {

  private static final String PASSWORD = "correct horse battery";
  private static final int OPERATIONS = 50;

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);

  private final User user = people.createUser(TestingPeople.uniqueName("url"), PASSWORD);
  private final Repository repository = TestingProjects.in(server).repository();

  @ParameterizedTest
  @ValueSource(strings = {"password", "token"})
  void worksOnAndOnBesideAnotherClientOfThatName(String kind) {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    String secret = kind.equals("token") ? people.token(user, Permission.REPO_WRITE) : PASSWORD;
    String helper = "!f() { test \"$1\" = get && echo \"password=%s\"; }; f".formatted(secret);
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    for (int i = 0; i < OPERATIONS / 2; i++) {
      String branch = "HEAD:refs/heads/b" + i;
      git.git("-c", "credential.helper=" + helper, "push", "--quiet", url("%s@"), branch);
      git.git("-c", "credential.helper=" + helper, "ls-remote", url("%s@"));
      assertThat(rest.get("users/" + user.slug()).status()).isEqualTo(200);
    }
  }

  /** Git asks nobody for another password than the empty one that such a URL names. */
  @Test
  void anEmptyPasswordInTheUrlLocksNobodyOut() {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    GitFixture git = GitFixture.workTree(directory);
    for (int i = 0; i < OPERATIONS; i++) {
      assertThat(git.run("ls-remote", url("%s:@")).errors()).contains("Authentication failed");
    }
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    assertThat(rest.get("users/" + user.slug()).status()).isEqualTo(200);
    git.git("ls-remote", server.cloneUrl(repository, user.name(), PASSWORD.replace(" ", "%20")));
  }

  private String url(String form) {
    return server
        .cloneUrl(repository)
        .replaceFirst("://[^@]*@", "://" + form.formatted(user.name()));
  }
}
