package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Pages that programs read content from, signed in by a header. */
class ContentByHeaderTest {

  private static final String PASSWORD = "correct horse battery";

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "/projects/" + repository.project().key();

  @ParameterizedTest
  @CsvSource({
    "/repos/%s/raw/README.md?at=master,true",
    "/repos/%s/browse/README.md?raw,true",
    "/repos/%s/archive?format=zip,false",
    "/avatar.png,false"
  })
  void readsByPasswordAndToken(String form, boolean text) {
    User user = people.createUser(TestingPeople.uniqueName("reader"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    push();
    String path = project + form.formatted(repository.slug());
    TestingRest[] clients = {
      TestingRest.user(server, user.name(), PASSWORD),
      TestingRest.token(server, people.token(user, Permission.REPO_READ)),
      TestingRest.token(
          server,
          people
              .token(new TokenOwner.OfRepository(repository.id()), null, Permission.REPO_READ)
              .secret())
    };
    for (TestingRest client : clients) {
      Response response = client.get(path);
      assertThat(response.status()).as(response.response().body()).isEqualTo(200);
      assertThat(response.response().headers().allValues("Set-Cookie")).isEmpty();
      if (text) {
        assertThat(response.response().body()).isEqualTo("what is here\n");
      }
    }
    Response wrong = TestingRest.user(server, user.name(), "wrong").get(path);
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.response().headers().firstValue("WWW-Authenticate")).isPresent();
  }

  @Test
  void otherPagesTakeNoHeader() {
    push();
    String path = project + "/repos/" + repository.slug() + "/browse/README.md";
    assertThat(TestingRest.admin(server).get(path).status()).isBetween(302, 303);
    assertThat(TestingRest.anonymous(server).get(path + "?raw").status()).isBetween(302, 303);
  }

  private void push() {
    GitFixture git = GitFixture.workTree(directory);
    git.commit("README.md", "what is here\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/master");
  }
}
