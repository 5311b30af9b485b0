package org.packhouse.app.hosting.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class ProjectRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingRest anonymous = TestingRest.anonymous(server);

  private final User user = people.createUser(TestingProjects.name("dora"), PASSWORD);
  private final TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);

  @Test
  void answersWhichVersionItSpeaksToEverybody() {
    Response response = anonymous.get("application-properties");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.response().body())
        .isEqualTo(
            "{\"version\":\"9.4.0\",\"buildNumber\":\"9004000\",\"buildDate\":\"1736121600000\","
                + "\"displayName\":\"Packhouse\"}");
  }

  @Test
  void makesShowsChangesAndDeletesAProject() {
    String key = TestingProjects.name("PR");
    Response made =
        admin.post(
            "projects",
            "{'key':'%s','name':'Name of %s','description':'About','public':true,'unheard-of':'x'}"
                .formatted(key, key));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.at("/key")).isEqualTo(key);
    assertThat(made.at("/type")).isEqualTo("NORMAL");
    assertThat(made.json().at("/public").asBoolean()).isTrue();
    assertThat(made.at("/links/self/0/href")).endsWith("/projects/" + key);
    assertThat(made.json().has("owner")).isFalse();

    String path = "projects/" + key;
    assertThat(admin.get(path.toLowerCase(Locale.ROOT)).json()).isEqualTo(made.json());
    Response changed =
        admin.put(path, "{'description':'','public':false,'name':'New %s'}".formatted(key));
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().has("description")).isFalse();
    assertThat(changed.at("/name")).isEqualTo("New " + key);
    assertThat(admin.delete(path).status()).isEqualTo(204);
    assertThat(admin.get(path).status()).isEqualTo(404);
    assertThat(admin.get(path).message())
        .isEqualTo("Project " + path.substring(9) + " does not exist.");
    assertThat(admin.get(path).at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.project.NoSuchProjectException");
  }

  @Test
  void letsThoseMakeProjectsWhoMayAndMakesThemAdministrators() {
    String body = "{'key':'%1$s','name':'%1$s'}";
    Response refused = rest.post("projects", body.formatted(TestingProjects.name("NO")));
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.AuthorisationException");
    assertThat(anonymous.post("projects", body.formatted("NO")).at("/errors/0/exceptionName"))
        .endsWith("AuthenticationRequiredException");

    people.grant(user, Permission.PROJECT_CREATE);
    String key = TestingProjects.name("YES");
    assertThat(rest.post("projects", body.formatted(key)).status()).isEqualTo(201);
    assertThat(rest.put("projects/" + key, "{'description':'mine'}").status()).isEqualTo(200);
  }

  @Test
  void hidesWhatACallerMayNotSeeAndRefusesWhatItMayNotDo() {
    Project project = testing.project();
    String path = "projects/" + project.key();
    assertThat(rest.get(path).status()).isEqualTo(404);
    assertThat(rest.get(path).message()).isEqualTo("Project " + project.key() + " does not exist.");
    assertThat(anonymous.get(path).status()).isEqualTo(401);
    assertThat(anonymous.get("projects/NOTTHERE").status()).isEqualTo(401);

    people.grant(user, new ProjectId(project.id()), Permission.PROJECT_READ);
    assertThat(rest.get(path).status()).isEqualTo(200);
    assertThat(rest.put(path, "{'name':'Mine'}").status()).isEqualTo(401);
    assertThat(rest.delete(path).status()).isEqualTo(401);
  }

  @Test
  void listsWhatACallerMaySeeByNameAndPage() {
    String mark = TestingProjects.name("mark");
    for (String letter : new String[] {"b", "a", "c"}) {
      String key = TestingProjects.name("L");
      admin.post(
          "projects",
          "{'key':'%s','name':'%s %s_%%','public':%s}"
              .formatted(key, mark, letter, letter.equals("c")));
    }
    assertThat(names(admin.get("projects?name=" + mark.toUpperCase(Locale.ROOT))))
        .isEqualTo("%1$s a_%%,%1$s b_%%,%1$s c_%%".formatted(mark));
    assertThat(names(admin.get("projects?limit=1&start=1&name=" + mark)))
        .isEqualTo("%s b_%%".formatted(mark));
    assertThat(admin.get("projects?limit=1&start=1&name=" + mark).at("/nextPageStart"))
        .isEqualTo("2");
    assertThat(names(anonymous.get("projects?name=" + mark))).isEqualTo("%s c_%%".formatted(mark));
    assertThat(names(rest.get("projects?permission=PROJECT_ADMIN&name=" + mark))).isEmpty();
    assertThat(names(admin.get("projects?name=" + mark + "%25a_"))).isEmpty();
    assertThat(admin.get("projects?permission=REPO_READ").status()).isEqualTo(400);
  }

  @Test
  void listsAProjectInWhichTheCallerSeesOneRepository() {
    Repository repository = testing.repository();
    String name = repository.project().name();
    String path = "projects?name=" + name.replace(" ", "%20");
    assertThat(names(rest.get(path))).isEmpty();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    assertThat(names(rest.get(path))).isEqualTo(name);
    Repository open = testing.publicRepository();
    assertThat(names(anonymous.get("projects?name=" + open.project().name().replace(" ", "%20"))))
        .isEqualTo(open.project().name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-X", "A B", "..", "A/B", "Ä", "1A", "A\\u0001"})
  void refusesABadKeyAsAFieldError(String key) {
    Response response = admin.post("projects", "{'key':'%s','name':'N'}".formatted(key));
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/context")).isEqualTo("key");
    assertThat(response.message()).contains("begins with a letter");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%2e%2e", "..%2F..", "a%2Fb", "%00", "%0a", "-x", "%20", "%C3%A4", "a%5Cb"})
  void findsNothingUnderABadKeyInThePath(String key) {
    Response response = admin.get("projects/" + key);
    assertThat(response.status()).isIn(400, 404);
    assertThat(response.response().body()).doesNotContain("Exception:", "\tat ");
  }

  @Test
  void refusesToDeleteAProjectWithRepositories() {
    Repository repository = testing.repository();
    Response response = admin.delete("projects/" + repository.project().key());
    assertThat(response.status()).isEqualTo(409);
    assertThat(response.message())
        .isEqualTo(
            "The project \"%s\" cannot be deleted because it has repositories."
                .formatted(repository.project().key()));
    assertThat(response.at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.IntegrityException");
  }

  @Test
  void redirectsFromAFormerKey() {
    Project project = testing.project();
    String newKey = TestingProjects.name("MOVED");
    admin.put("projects/" + project.key(), "{'key':'%s'}".formatted(newKey));
    Response response = admin.get("projects/" + project.key() + "/repos?limit=3");
    assertThat(response.status()).isEqualTo(307);
    assertThat(response.response().headers().firstValue("Location"))
        .contains("/rest/api/1.0/projects/" + newKey + "/repos?limit=3");
    assertThat(rest.get("projects/" + project.key()).status()).isEqualTo(404);
  }

  @Test
  void makesAPersonalProjectOnFirstUse() {
    String path = "projects/~" + user.slug();
    assertThat(anonymous.get(path).status()).isEqualTo(401);
    User stranger = people.createUser(TestingProjects.name("eve"), PASSWORD);
    assertThat(TestingRest.user(server, stranger.name(), PASSWORD).get(path).status())
        .isEqualTo(404);
    Response made = rest.post(path + "/repos", "{'name':'Notes'}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.at("/project/type")).isEqualTo("PERSONAL");
    assertThat(made.at("/project/key")).isEqualTo("~" + user.slug().toUpperCase(Locale.ROOT));
    assertThat(made.at("/project/owner/name")).isEqualTo(user.name());
    assertThat(made.at("/links/clone/0/href")).endsWith("/scm/~" + user.slug() + "/notes.git");
    assertThat(made.at("/links/self/0/href"))
        .endsWith("/users/" + user.slug() + "/repos/notes/browse");
    assertThat(rest.get(path + "/repos").at("/size")).isEqualTo("1");
    assertThat(rest.delete(path).status()).isEqualTo(409);
    assertThat(rest.put(path, "{'key':'OTHER'}").status()).isEqualTo(400);
    assertThat(admin.get("projects/~nobodyknows").status()).isEqualTo(404);
  }

  private static String names(Response response) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return StreamSupport.stream(response.json().at("/values").spliterator(), false)
        .map(value -> value.at("/name").asString())
        .collect(Collectors.joining(","));
  }
}
