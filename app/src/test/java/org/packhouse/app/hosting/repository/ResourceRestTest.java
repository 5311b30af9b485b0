package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class ResourceRestTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key();
  private final String repo = project + "/repos/" + repository.slug();
  private final User user = people.createUser(TestingPeople.uniqueName("res"), PASSWORD);
  private final TestingRest self = TestingRest.user(server, user.name(), PASSWORD);

  @TempDir private Path directory;

  @Test
  void aGrantOnAProjectIsListedCountsAndIsRevoked() {
    assertThat(self.get(project).status()).isEqualTo(404);
    String grant = project + "/permissions/users?name=" + user.name();
    assertThat(put(grant + "&permission=PROJECT_READ").status()).isEqualTo(204);
    assertThat(self.get(project).status()).isEqualTo(200);
    Response list = admin.get(project + "/permissions/users?filter=" + user.name());
    assertThat(list.at("/values/0/user/name")).isEqualTo(user.name());
    assertThat(list.at("/values/0/permission")).isEqualTo("PROJECT_READ");
    assertThat(admin.get(project + "/permissions/users/none?filter=" + user.name()).at("/size"))
        .isEqualTo("0");
    assertThat(self.get(project + "/permissions/users").status()).isEqualTo(401);
    assertThat(admin.delete(grant).status()).isEqualTo(204);
    assertThat(self.get(project).status()).isEqualTo(404);
  }

  @Test
  void onlyAnAdministratorOfItsProjectTakesARepositoryOutOfIt() {
    put(repo + "/permissions/users?permission=REPO_ADMIN&name=" + user.name());
    String own = "~" + user.slug();
    String move = "{'project':{'key':'%s'}}".formatted(own);
    Response refused = self.put(repo, move);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.message())
        .isEqualTo(
            "Moving a repository out of the project %s needs the permission PROJECT_ADMIN there."
                .formatted(repository.project().key()));
    assertThat(self.put(repo, "{'description':'stays here'}").status()).isEqualTo(201);
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      String page =
          "/projects/%s/repos/%s/settings".formatted(repository.project().key(), repository.slug());
      assertThat(browser.refused(page, "/move", "target", own))
          .contains("Moving a repository out of the project");
    }
    put(project + "/permissions/users?permission=PROJECT_ADMIN&name=" + user.name());
    assertThat(self.put(repo, move).status()).isEqualTo(201);
    assertThat(self.get("projects/" + own + "/repos/" + repository.slug()).status()).isEqualTo(200);
  }

  @Test
  void aGrantToAGroupOnARepositoryIsFoundBySearch() {
    String group = people.createGroup(TestingPeople.uniqueName("readers"), user).name();
    String grant = repo + "/permissions/groups?name=" + group + "&permission=REPO_WRITE";
    assertThat(put(grant).status()).isEqualTo(204);
    Response found = admin.get(repo + "/permissions/search?type=GROUP&filterText=" + group);
    assertThat(found.at("/values/0/group/name")).isEqualTo(group);
    assertThat(found.at("/values/0/permission")).isEqualTo("REPO_WRITE");
    assertThat(self.get(repo).status()).isEqualTo(200);
    assertThat(admin.delete(repo + "/permissions?group=" + group).status()).isEqualTo(204);
    assertThat(self.get(repo).status()).isEqualTo(404);
  }

  @Test
  void aGrantOfTheWrongKindNamesTheRightOnes() {
    Response response =
        put(project + "/permissions/users?permission=REPO_READ&name=" + user.name());
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.message()).contains("PROJECT_ADMIN").contains("\"REPO_READ\"");
    assertThat(
            put(project + "/permissions/users?permission=PROJECT_READ&name=nobody-here").status())
        .isEqualTo(404);
  }

  @Test
  void theDefaultPermissionOpensAProjectToAllWhoAreSignedIn() {
    String all = project + "/permissions/PROJECT_WRITE/all";
    assertThat(admin.get(all).at("/permitted")).isEqualTo("false");
    assertThat(admin.send("POST", all + "?allow=true", null).status()).isEqualTo(204);
    assertThat(admin.get(all).at("/permitted")).isEqualTo("true");
    assertThat(self.get(repo).status()).isEqualTo(200);
    assertThat(admin.send("POST", all + "?allow=false", null).status()).isEqualTo(204);
    assertThat(self.get(repo).status()).isEqualTo(404);
  }

  @Test
  void usersAreFoundByWhatTheyMayDo() {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    String query =
        "users?filter=%s&permission.1=%s&permission.1.projectKey=%s&permission.1.repositorySlug=%s";
    assertThat(byPermission(query, "REPO_READ").at("/values/0/name")).isEqualTo(user.name());
    assertThat(byPermission(query, "REPO_WRITE").at("/size")).isEqualTo("1");
    assertThat(byPermission(query, "REPO_ADMIN").at("/size")).isEqualTo("0");
    assertThat(byPermission(query, "REPO_NONSENSE").status()).isEqualTo(400);
  }

  @Test
  void anSshKeyIsAddedOnceAndRemoved() throws IOException, InterruptedException {
    String text = key();
    String keys = "/rest/ssh/1.0/keys";
    Response added = self.post(keys, "{'text':'%s','label':'laptop'}".formatted(text));
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.at("/label")).isEqualTo("laptop");
    assertThat(added.at("/algorithmType")).isEqualTo("ssh-ed25519");
    assertThat(admin.post(keys, "{'text':'%s'}".formatted(text)).status()).isEqualTo(409);
    assertThat(self.get(keys).at("/values/0/id")).isEqualTo(added.at("/id"));
    assertThat(signIn(added.at("/fingerprint"))).isEqualTo(user.name());
    User other = people.createUser(TestingPeople.uniqueName("other"), PASSWORD);
    TestingRest stranger = TestingRest.user(server, other.name(), PASSWORD);
    assertThat(stranger.delete(keys + "/" + added.at("/id")).status()).isEqualTo(401);
    assertThat(self.delete(keys + "/" + added.at("/id")).status()).isEqualTo(204);
    assertThat(signIn(added.at("/fingerprint"))).isEqualTo("refused");
    assertThat(self.post(keys, "{'text':'nonsense'}").at("/errors/0/context")).isEqualTo("text");
  }

  @Test
  void anAccessKeyOpensItsRepositoryUntilItIsRemoved()
      throws IOException, InterruptedException, AuthenticationFailedException {
    String keys = "/rest/keys/1.0/" + repo + "/ssh";
    Response added =
        admin.post(keys, "{'key':{'text':'%s'},'permission':'REPO_READ'}".formatted(key()));
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.at("/repository/slug")).isEqualTo(repository.slug());
    String id = added.at("/key/id");
    Caller caller = caller(added.at("/key/fingerprint"));
    Permissions permissions = server.get(Permissions.class);
    RepositoryId target = new RepositoryId(repository.id());
    assertThat(permissions.test(caller, target, Permission.REPO_READ)).isTrue();
    assertThat(permissions.test(caller, target, Permission.REPO_WRITE)).isFalse();
    assertThat(put(keys + "/" + id + "/permission/REPO_WRITE").status()).isEqualTo(200);
    assertThat(
            permissions.test(caller(added.at("/key/fingerprint")), target, Permission.REPO_WRITE))
        .isTrue();
    assertThat(admin.get("/rest/keys/1.0/ssh/" + id + "/repos").at("/size")).isEqualTo("1");
    assertThat(admin.delete(keys + "/" + id).status()).isEqualTo(204);
    assertThat(signIn(added.at("/key/fingerprint"))).isEqualTo("refused");
    assertThat(admin.get(keys).at("/size")).isEqualTo("0");
  }

  @Test
  void aRepositorysTokenReadsItAndNothingElse() {
    String tokens = "/rest/access-tokens/latest/" + repo;
    Response made = admin.put(tokens, "{'name':'ci','permissions':['REPO_READ']}");
    assertThat(made.status()).isEqualTo(200);
    TestingRest holder = TestingRest.user(server, "x-token-auth", made.at("/token"));
    assertThat(holder.get(repo).status()).isEqualTo(200);
    assertThat(holder.put(repo, "{'name':'other'}").status()).isEqualTo(401);
    Repository other = TestingProjects.in(server).repository();
    assertThat(
            holder
                .get("projects/%s/repos/%s".formatted(other.project().key(), other.slug()))
                .status())
        .isEqualTo(404);
    assertThat(admin.put(tokens, "{'name':'ci','permissions':['PROJECT_READ']}").status())
        .isEqualTo(400);
    assertThat(admin.put(tokens, "{'name':'ci','permissions':[]}").status()).isEqualTo(400);
    assertThat(
            admin.put(tokens, "{'name':'ci','permissions':['REPO_READ'],'expiryDays':0}").status())
        .isEqualTo(400);
    assertThat(admin.delete(tokens + "/" + made.at("/id")).status()).isEqualTo(204);
    assertThat(holder.get(repo).status()).isEqualTo(401);
  }

  @Test
  void thePermissionOfAnAccessKeyIsChangedByABodyToo() throws IOException, InterruptedException {
    for (String place : new String[] {repo, project}) {
      String keys = "/rest/keys/1.0/" + place + "/ssh";
      String scope = place.equals(repo) ? "REPO" : "PROJECT";
      Response added =
          admin.post(keys, "{'key':{'text':'%s'},'permission':'%s_READ'}".formatted(key(), scope));
      String path = keys + "/" + added.at("/key/id") + "/permission";
      assertThat(admin.put(path, "{'permission':'%s_WRITE'}".formatted(scope)).at("/permission"))
          .isEqualTo(scope + "_WRITE");
      assertThat(admin.put(path, "'%s_READ'".formatted(scope)).at("/permission"))
          .isEqualTo(scope + "_READ");
      assertThat(put(path + "?permission=" + scope + "_WRITE").at("/permission"))
          .isEqualTo(scope + "_WRITE");
      assertThat(admin.put(path, "{}").status()).isEqualTo(400);
      assertThat(admin.put(path, "{'permission':'SYS_ADMIN'}").status()).isEqualTo(400);
      assertThat(self.put(path, "{'permission':'REPO_READ'}").status()).isEqualTo(404);
    }
  }

  @Test
  void anAccessKeyIsTakenAwayFromManyPlacesAtOnce() throws IOException, InterruptedException {
    Repository other = TestingProjects.in(server).repository();
    String second = "projects/%s/repos/%s".formatted(other.project().key(), other.slug());
    String text = key();
    String id = "";
    for (String place : new String[] {repo, second}) {
      id =
          admin
              .post(
                  "/rest/keys/1.0/" + place + "/ssh",
                  "{'key':{'text':'%s'},'permission':'REPO_READ'}".formatted(text))
              .at("/key/id");
    }
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    String path = "/rest/keys/latest/ssh/" + id;
    assertThat(self.delete(path).status()).isIn(401, 404);
    assertThat(admin.get(path + "/repos").at("/size")).isEqualTo("2");
    String one =
        "{'repositories':[{'slug':'%s','project':{'key':'%s'}}],'projects':[]}"
            .formatted(repository.slug(), repository.project().key());
    assertThat(self.send("DELETE", path, one).status()).isEqualTo(204);
    assertThat(admin.get(path + "/repos").at("/values/0/repository/slug")).isEqualTo(other.slug());
    assertThat(admin.send("DELETE", path, "{'projects':[{}]}").status()).isEqualTo(400);
    assertThat(admin.delete(path).status()).isEqualTo(204);
    assertThat(admin.delete(path).status()).isEqualTo(404);
  }

  @Test
  void aUserMakesATokenWithoutSayingWho() {
    String path = "/rest/access-tokens/latest/users";
    Response made = self.put(path, "{'name':'ci','permissions':['REPO_READ']}");
    assertThat(made.at("/user/name")).isEqualTo(user.name());
    TestingRest holder = TestingRest.user(server, user.name(), made.at("/token"));
    assertThat(holder.get("users/" + user.slug()).status()).isEqualTo(200);
    assertThat(holder.put(path, "{'name':'more','permissions':['REPO_READ']}").status())
        .isEqualTo(401);
  }

  private Response byPermission(String query, String permission) {
    return admin.get(
        query.formatted(user.name(), permission, repository.project().key(), repository.slug()));
  }

  private Response put(String path) {
    return admin.send("PUT", path, null);
  }

  private String signIn(String fingerprint) {
    try {
      return caller(fingerprint).name();
    } catch (AuthenticationFailedException e) {
      return "refused";
    }
  }

  private Caller caller(String fingerprint) throws AuthenticationFailedException {
    return server
        .get(Authenticator.class)
        .authenticate(new Credential.PublicKey(fingerprint), null)
        .caller();
  }

  private String key() throws IOException, InterruptedException {
    Path file = directory.resolve("key" + System.nanoTime());
    Process process =
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(Path.of(file + ".pub"), StandardCharsets.UTF_8).strip();
  }
}
