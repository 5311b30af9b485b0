package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class RecreateTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());

  @Test
  void aRepositoryWhoseMakingFailedIsMadeOnceMore() throws IOException {
    RepositoryDirectories directories = server.get(RepositoryDirectories.class);
    directories.delete(repository.id());
    server.get(RepositoryCreation.class).become(repository, RepositoryState.INITIALISATION_FAILED);
    Response response = admin.send("POST", path + "/recreate", null);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/state")).isEqualTo("AVAILABLE");
    assertThat(admin.get(path + "/branches").at("/size")).isEqualTo("0");
  }

  @Test
  void aRepositoryThatIsThereStaysAsItIs() {
    Response response = admin.send("POST", path + "/recreate", null);
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.message()).contains("is AVAILABLE: only one that is INITIALISATION_FAILED");
  }

  @Test
  void theRepositoriesOfAUserAreThoseOfThePersonalProject() {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingPeople.uniqueName("owner"), "correct horse battery");
    TestingRest self = TestingRest.user(server, user.name(), "correct horse battery");
    self.post("projects/~" + user.slug() + "/repos", "{'name':'mine'}");
    String repos = "users/" + user.slug() + "/repos";
    assertThat(self.get(repos).at("/values/0/slug")).isEqualTo("mine");
    assertThat(self.get(repos + "/mine").at("/project/owner/name")).isEqualTo(user.name());
    assertThat(self.get(repos + "/other").status()).isEqualTo(404);
    User other = people.createUser(TestingPeople.uniqueName("other"), "correct horse battery");
    TestingRest stranger = TestingRest.user(server, other.name(), "correct horse battery");
    assertThat(stranger.get(repos + "/mine").status()).isEqualTo(404);
    String renamed = TestingPeople.uniqueName("renamed");
    admin.post(
        "admin/users/rename", "{'name':'%s','newName':'%s'}".formatted(user.name(), renamed));
    assertThat(admin.get(repos).status()).isEqualTo(404);
    assertThat(admin.get(repos + "/mine").status()).isEqualTo(404);
    assertThat(admin.get("users/" + renamed + "/repos").at("/size")).isEqualTo("1");
  }
}
