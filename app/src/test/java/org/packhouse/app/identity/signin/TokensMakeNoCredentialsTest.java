package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Actions beyond the scope of any access token, and the credentials that lie within it. */
class TokensMakeNoCredentialsTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String NEW_TOKEN = "{'name':'more','permissions':['REPO_READ']}";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String inProject = "/projects/" + repository.project().key();
  private final String inRepository = inProject + "/repos/" + repository.slug();

  @Test
  void thoseOfProjectsAndRepositoriesMakeNoTokens() {
    TestingRest project = ofProject(Permission.PROJECT_ADMIN);
    TestingRest ofRepository = ofRepository(Permission.REPO_ADMIN);
    assertThat(
            List.of(
                project.put("/rest/access-tokens/latest" + inProject, NEW_TOKEN).status(),
                project.put("/rest/access-tokens/latest" + inRepository, NEW_TOKEN).status(),
                ofRepository.put("/rest/access-tokens/latest" + inRepository, NEW_TOKEN).status()))
        .containsOnly(401);
  }

  @Test
  void addAccessKeysWhereTheirScopeAdministers() {
    String user = people.createUser(TestingPeople.uniqueName("keys"), PASSWORD).name();
    people.grant(people.user(user), new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    TestingRest ofUser =
        TestingRest.token(server, people.token(people.user(user), Permission.REPO_ADMIN));
    assertThat(
            List.of(
                ofUser.post(keysOf(inRepository), newKey("REPO_WRITE")).status(),
                ofRepository(Permission.REPO_ADMIN)
                    .post(keysOf(inRepository), newKey("REPO_READ"))
                    .status(),
                ofProject(Permission.PROJECT_ADMIN)
                    .post(keysOf(inProject), newKey("PROJECT_READ"))
                    .status(),
                ofProject(Permission.PROJECT_ADMIN)
                    .post(keysOf(inRepository), newKey("REPO_READ"))
                    .status()))
        .containsOnly(201);
    assertThat(
            List.of(
                ofUser.post(keysOf(inProject), newKey("PROJECT_READ")).status(),
                ofRepository(Permission.REPO_WRITE)
                    .post(keysOf(inRepository), newKey("REPO_READ"))
                    .status(),
                ofRepository(Permission.REPO_ADMIN)
                    .post(keysOf(inProject), newKey("PROJECT_READ"))
                    .status(),
                ofProject(Permission.PROJECT_WRITE)
                    .post(keysOf(inRepository), newKey("REPO_READ"))
                    .status()))
        .containsOnly(401);
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
  void anAdministratorsTokenMakesNoAdministrators() {
    User admin = people.user(TestingServer.ADMIN);
    TestingRest rest =
        TestingRest.token(
            server, people.token(admin, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN));
    User user = people.createUser(TestingPeople.uniqueName("made"), PASSWORD);
    String name = TestingPeople.uniqueName("unmade");
    Map<String, Integer> statuses = new LinkedHashMap<>();
    statuses.put(
        "user",
        rest.post(
                "admin/users?name=%s&password=a-long-password&displayName=Made&emailAddress=a@b.c"
                    .formatted(name),
                "{}")
            .status());
    String address = "{'name':'%s','email':'x@example.com'}".formatted(user.name());
    statuses.put("address", rest.put("admin/users", address).status());
    for (String permission : List.of("SYS_ADMIN", "LICENSED_USER")) {
      String grant =
          "admin/permissions/users?permission=%s&name=%s".formatted(permission, user.name());
      statuses.put(permission, rest.send("PUT", grant, null).status());
    }
    String mailServer = "{'hostname':'127.0.0.1','port':25,'sender-address':'a@b.c'}";
    statuses.put("mail server", rest.put("admin/mail-server", mailServer).status());
    statuses.put("hook script", rest.post("hook-scripts", "{}").status());
    String membership = "{'user':'%s','groups':['stash-users']}".formatted(user.name());
    statuses.put("membership", rest.post("admin/users/add-groups", membership).status());
    assertThat(statuses.values()).describedAs("%s", statuses).containsOnly(401);
    assertThat(server.get(Users.class).findByName(name)).isEmpty();
    assertThat(rest.put("admin/users", address).json().toString())
        .contains("An access token does not carry the permission ADMIN here; use a password.");
    assertThat(rest.get("admin/users").status()).isEqualTo(200);
  }

  private TestingRest ofProject(Permission permission) {
    return token(new TokenOwner.OfProject(repository.project().id()), permission);
  }

  private TestingRest ofRepository(Permission permission) {
    return token(new TokenOwner.OfRepository(repository.id()), permission);
  }

  private static String keysOf(String place) {
    return "/rest/keys/latest" + place + "/ssh";
  }

  private static String newKey(String permission) {
    String text = publicKey();
    return "{'key':{'text':'%s'},'permission':'%s'}".formatted(text, permission);
  }

  private static String publicKey() {
    try {
      return PublicKeyEntry.toString(KeyUtils.generateKeyPair("ssh-ed25519", 256).getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private TestingRest token(TokenOwner owner, Permission permission) {
    return TestingRest.token(server, people.token(owner, null, permission).secret());
  }
}
