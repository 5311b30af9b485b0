package org.packhouse.app.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Actions that no access token may take, whoever's it is and whatever it allows. */
class TokensMakeNoCredentialsTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String NEW_TOKEN = "{'name':'more','permissions':['REPO_READ']}";
  private static final String NEW_KEY =
      "{'key':{'text':'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKq'},'permission':'REPO_READ'}";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String inProject = "/projects/" + repository.project().key();
  private final String inRepository = inProject + "/repos/" + repository.slug();

  @Test
  void thoseOfProjectsAndRepositoriesMakeNone() {
    TestingRest project =
        token(new TokenOwner.OfProject(repository.project().id()), Permission.PROJECT_ADMIN);
    TestingRest ofRepository =
        token(new TokenOwner.OfRepository(repository.id()), Permission.REPO_ADMIN);
    List<Integer> statuses = new ArrayList<>();
    for (String place : List.of(inProject, inRepository)) {
      statuses.add(project.put("/rest/access-tokens/latest" + place, NEW_TOKEN).status());
      statuses.add(project.post("/rest/keys/latest" + place + "/ssh", NEW_KEY).status());
    }
    statuses.add(ofRepository.put("/rest/access-tokens/latest" + inRepository, NEW_TOKEN).status());
    statuses.add(ofRepository.post("/rest/keys/latest" + inRepository + "/ssh", NEW_KEY).status());
    assertThat(statuses).containsOnly(401);
  }

  @Test
  void aUsersTokenChangesNothingOfTheAccount() {
    User user = people.createUser(TestingPeople.uniqueName("tokens"), PASSWORD);
    TokenOwner owner = new TokenOwner.OfUser(user.id());
    NewToken token = people.token(owner, null, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN);
    TestingRest rest = TestingRest.token(server, token.secret());
    String users = "/rest/access-tokens/latest/users/" + user.slug();
    List<Integer> statuses =
        List.of(
            rest.put(users, NEW_TOKEN).status(),
            rest.post(users + "/" + token.token().id(), NEW_TOKEN).status(),
            rest.delete(users + "/" + token.token().id()).status(),
            rest.post("/rest/ssh/latest/keys", "{'text':'ssh-ed25519 AAAA'}").status(),
            rest.delete("/rest/ssh/latest/keys").status(),
            rest.post("/rest/gpg/latest/keys", "{'text':'a key'}").status(),
            rest.delete("/rest/gpg/latest/keys").status(),
            rest.delete("users/" + user.slug() + "/avatar.png").status(),
            rest.post("users/" + user.slug() + "/settings", "{'a':'b'}").status(),
            rest.put("users", "{'displayName':'Another'}").status());
    assertThat(statuses).containsOnly(401);
    assertThat(rest.get(users).status()).isEqualTo(200);
  }

  @Test
  void anAdministratorsTokenMakesNoUserWithAPassword() {
    TestingRest rest =
        TestingRest.token(
            server,
            people.token(
                people.user(TestingServer.ADMIN), Permission.PROJECT_ADMIN, Permission.REPO_ADMIN));
    String name = TestingPeople.uniqueName("made");
    int status =
        rest.post(
                "admin/users?name=%s&password=a-long-password&displayName=Made&emailAddress=a@b.c"
                    .formatted(name),
                "{}")
            .status();
    assertThat(Map.of("status", status, "there", server.get(Users.class).findByName(name)))
        .isEqualTo(Map.of("status", 401, "there", Optional.empty()));
  }

  private TestingRest token(TokenOwner owner, Permission permission) {
    return TestingRest.token(server, people.token(owner, null, permission).secret());
  }
}
