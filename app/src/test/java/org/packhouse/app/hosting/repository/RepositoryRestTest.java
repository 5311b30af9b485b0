package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class RepositoryRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingRest anonymous = TestingRest.anonymous(server);
  private final User user = people.createUser(TestingProjects.name("rita"), PASSWORD);
  private final TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);

  private static String path(Repository repository) {
    return "projects/" + repository.project().key() + "/repos/" + repository.slug();
  }

  @Test
  void makesARepositoryAndShowsItWithItsLinks() {
    Project project = testing.project();
    String repos = "projects/" + project.key() + "/repos";
    Response made =
        admin.post(
            repos,
            "{'name':'My Repo','scmId':'git','forkable':false,'defaultBranch':'trunk',"
                + "'public':true,'description':'About'}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.at("/slug")).isEqualTo("my-repo");
    assertThat(made.at("/state")).isEqualTo("AVAILABLE");
    assertThat(made.at("/statusMessage")).isEqualTo("Available");
    assertThat(made.at("/scmId")).isEqualTo("git");
    assertThat(made.at("/hierarchyId")).hasSize(20);
    assertThat(made.at("/project/key")).isEqualTo(project.key());
    assertThat(made.json().at("/public").asBoolean()).isTrue();
    assertThat(made.json().at("/archived").asBoolean()).isFalse();
    assertThat(made.json().at("/forkable").asBoolean()).isFalse();
    String lower = project.key().toLowerCase(Locale.ROOT);
    assertThat(made.at("/links/clone/0/name")).isEqualTo("http");
    assertThat(made.at("/links/clone/0/href")).endsWith("/scm/" + lower + "/my-repo.git");
    assertThat(made.at("/links/clone/1/name")).isEqualTo("ssh");
    assertThat(made.at("/links/clone/1/href"))
        .startsWith("ssh://git@")
        .endsWith("/" + lower + "/my-repo.git");
    assertThat(made.at("/links/self/0/href"))
        .endsWith("/projects/" + project.key() + "/repos/my-repo/browse");
    assertThat(anonymous.get(repos.toLowerCase(Locale.ROOT) + "/MY-REPO").json())
        .isEqualTo(made.json());
    assertThat(admin.get(repos + "/my-repo/default-branch").at("/id"))
        .isEqualTo("refs/heads/trunk");
    assertThat(admin.get(repos + "/my-repo/branches/default").at("/errors/0/exceptionName"))
        .endsWith("NoDefaultBranchException");
    assertThat(admin.post(repos, "{'name':'MY REPO'}").status()).isEqualTo(409);
    assertThat(admin.post(repos, "{'name':'x','scmId':'hg'}").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"..", "a/b", "a b ", "\\u0001", "-x", "ä", "a%2Fb", ".git", "x.git", "\\n"})
  void refusesABadNameAsAFieldError(String name) {
    Response response =
        admin.post(
            "projects/" + testing.project().key() + "/repos", "{'name':'%s'}".formatted(name));
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/context")).isEqualTo("name");
    assertThat(response.message()).contains("is not a repository name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..%2Fx", "%00", "%2e%2e", "-x", "a%5Cb", "%C3%A4", "x%0ay"})
  void findsNothingUnderABadSlugInThePath(String slug) {
    Response response = admin.get("projects/" + testing.project().key() + "/repos/" + slug);
    assertThat(response.status()).isIn(400, 404);
    assertThat(response.response().body()).doesNotContain("\tat ");
  }

  @Test
  void renamesAndRedirectsUntilAnotherTakesThePlace() {
    Repository repository = testing.repository();
    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    Response renamed = admin.put(path(repository), "{'name':'Another Name'}");
    assertThat(renamed.status()).isEqualTo(201);
    assertThat(renamed.at("/slug")).isEqualTo("another-name");
    assertThat(directory).isDirectory();
    Response former = admin.get(path(repository) + "/branches?start=0");
    assertThat(former.status()).isEqualTo(307);
    assertThat(former.response().headers().firstValue("Location").orElseThrow())
        .endsWith(
            "/projects/" + repository.project().key() + "/repos/another-name/branches?start=0");
    assertThat(rest.get(path(repository)).status()).isEqualTo(404);
    assertThat(
            server
                .get(RepositoryAliases.class)
                .findByFormerPath(repository.project().key(), repository.slug()))
        .map(Repository::id)
        .contains(repository.id());

    testing.repository(repository.project(), NewRepository.named(repository.name()));
    assertThat(admin.get(path(repository)).status()).isEqualTo(200);
  }

  @Test
  void findsARepositoryByItsFormerProjectKeyAndFormerSlugTogether() {
    Repository repository = testing.repository();
    admin.put(path(repository), "{'name':'second'}");
    String newKey = TestingProjects.name("NK");
    admin.put("projects/" + repository.project().key(), "{'key':'%s'}".formatted(newKey));
    RepositoryAliases aliases = server.get(RepositoryAliases.class);
    String formerKey = repository.project().key();
    assertThat(aliases.findByFormerPath(formerKey, repository.slug()))
        .map(Repository::path)
        .contains(newKey + "/second");
    assertThat(aliases.findByFormerPath(formerKey, "second")).isPresent();
    assertThat(aliases.findByFormerPath(formerKey, "third")).isEmpty();
    assertThat(admin.get(path(repository)).response().headers().firstValue("Location"))
        .contains("/rest/api/1.0/projects/" + newKey + "/repos/second");
  }

  @Test
  void movesToAProjectInWhichTheCallerMayCreate() {
    Repository repository = testing.repository();
    Project target = testing.project();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    String body = "{'project':{'key':'%s'}}".formatted(target.key());
    assertThat(rest.put(path(repository), body).message()).contains("PROJECT_ADMIN");
    ProjectId source = new ProjectId(repository.project().id());
    people.grant(user, source, Permission.PROJECT_ADMIN);
    assertThat(rest.put(path(repository), body).status()).isEqualTo(404);
    people.grant(user, new ProjectId(target.id()), Permission.PROJECT_READ);
    assertThat(rest.put(path(repository), body).status()).isEqualTo(401);
    people.grant(user, new ProjectId(target.id()), Permission.REPO_CREATE);
    Response moved = rest.put(path(repository), body);
    assertThat(moved.status()).as(moved.response().body()).isEqualTo(201);
    assertThat(moved.at("/project/key")).isEqualTo(target.key());
    assertThat(rest.get(path(repository)).status()).isEqualTo(307);
  }

  @Test
  void refusesToMoveToATakenPlace() {
    Repository repository = testing.repository();
    Project target = testing.project();
    testing.repository(target, NewRepository.named(repository.name()));
    assertThat(
            admin
                .put(path(repository), "{'project':{'key':'%s'}}".formatted(target.key()))
                .status())
        .isEqualTo(409);
    assertThat(admin.get(path(repository)).status()).isEqualTo(200);
  }

  @Test
  void opensClosesArchivesAndDescribes() {
    Repository repository = testing.repository();
    assertThat(anonymous.get(path(repository)).status()).isEqualTo(401);
    admin.put(path(repository), "{'public':true,'archived':true,'description':'D','name':null}");
    Response shown = anonymous.get(path(repository));
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.json().at("/archived").asBoolean()).isTrue();
    assertThat(shown.at("/description")).isEqualTo("D");
    assertThat(admin.put(path(repository), "{'public':false}").status()).isEqualTo(201);
    assertThat(anonymous.get(path(repository)).status()).isEqualTo(401);
  }

  @Test
  void searchesByEveryFilter() {
    String mark = TestingProjects.name("find");
    Project project = testing.project();
    testing.repository(project, new NewRepository(mark + "-a", null, null, true, true));
    Repository second = testing.repository(project, NewRepository.named(mark + "-b"));
    Repository third = testing.repository(project, NewRepository.named(mark + "-c"));
    admin.put(path(third), "{'archived':true}");
    String query = "repos?name=" + mark.toUpperCase(Locale.ROOT);
    assertThat(names(admin.get(query))).isEqualTo("%1$s-a,%1$s-b".formatted(mark));
    assertThat(names(admin.get(query + "&archived=ALL")))
        .isEqualTo("%1$s-a,%1$s-b,%1$s-c".formatted(mark));
    assertThat(names(admin.get(query + "&archived=ARCHIVED"))).isEqualTo(mark + "-c");
    assertThat(names(admin.get(query + "&visibility=public"))).isEqualTo(mark + "-a");
    assertThat(names(admin.get(query + "&visibility=private"))).isEqualTo(mark + "-b");
    assertThat(names(admin.get(query + "&limit=1&start=1"))).isEqualTo(mark + "-b");
    assertThat(names(admin.get(query + "&projectkey=" + project.key())))
        .isEqualTo("%1$s-a,%1$s-b".formatted(mark));
    assertThat(names(admin.get(query + "&projectkey=OTHER"))).isEmpty();
    assertThat(names(admin.get(query + "&projectname=" + project.key()))).hasSizeGreaterThan(3);
    assertThat(names(admin.get(query + "&state=INITIALISING"))).isEmpty();
    assertThat(names(anonymous.get(query))).isEqualTo(mark + "-a");
    assertThat(names(rest.get(query + "&permission=REPO_WRITE"))).isEmpty();
    people.grant(user, new RepositoryId(second.id()), Permission.REPO_WRITE);
    assertThat(names(rest.get(query + "&permission=REPO_WRITE"))).isEqualTo(mark + "-b");
    assertThat(names(rest.get(query))).isEqualTo("%1$s-a,%1$s-b".formatted(mark));
    for (String bad : new String[] {"permission", "state", "visibility", "archived"}) {
      assertThat(admin.get(query + "&" + bad + "=nonsense").at("/errors/0/context")).isEqualTo(bad);
    }
  }

  @Test
  void grantsItsMakerAdministrationWhereTheProjectDoesNot() {
    Project project = testing.project();
    people.grant(user, new ProjectId(project.id()), Permission.REPO_CREATE);
    String repos = "projects/" + project.key() + "/repos";
    assertThat(rest.post(repos, "{'name':'mine'}").status()).isEqualTo(201);
    assertThat(rest.put(repos + "/mine", "{'description':'x'}").status()).isEqualTo(201);
    Repository other = testing.repository(project);
    assertThat(rest.put(path(other), "{'description':'x'}").status()).isEqualTo(401);
  }

  @Test
  void deletesToTheTrashAndRestoresFromThere() {
    Repository repository = testing.repository();
    String trash = "/rest/packhouse/latest/admin/trash";
    assertThat(admin.delete(path(repository)).status()).isEqualTo(202);
    assertThat(admin.get(path(repository)).status()).isEqualTo(404);
    assertThat(server.get(RepositoryStorage.class).directory(repository.id())).isDirectory();
    Response list = admin.get(trash + "?limit=1");
    assertThat(list.at("/values/0/path")).isEqualTo(repository.path());
    assertThat(list.json().at("/values/0/deletedDate").isIntegralNumber()).isTrue();
    assertThat(rest.get(trash).status()).isEqualTo(401);
    assertThat(rest.post(trash + "/" + repository.id() + "/restore", "{}").status()).isEqualTo(401);

    Repository heir =
        testing.repository(repository.project(), NewRepository.named(repository.name()));
    assertThat(admin.send("POST", trash + "/" + repository.id() + "/restore", null).status())
        .isEqualTo(409);
    Response restored = admin.post(trash + "/" + repository.id() + "/restore", "{'name':'Again'}");
    assertThat(restored.status()).as(restored.response().body()).isEqualTo(200);
    assertThat(restored.at("/id")).isEqualTo(String.valueOf(repository.id()));
    assertThat(admin.get("projects/" + heir.project().key() + "/repos/again").status())
        .isEqualTo(200);
  }

  @Test
  void purgesForGood() throws Exception {
    Repository repository = testing.repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    Path directory = server.get(RepositoryStorage.class).directory(repository.id());
    String trash = "/rest/packhouse/1.0/admin/trash/" + repository.id();
    assertThat(admin.delete(trash).status()).isEqualTo(404);
    assertThat(Files.exists(directory)).isTrue();
    rest.delete(path(repository));
    assertThat(admin.delete(trash).status()).isEqualTo(204);
    assertThat(directory).doesNotExist();
    assertThat(admin.delete(trash).status()).isEqualTo(404);
    assertThat(admin.post(trash + "/restore", "{}").status()).isEqualTo(404);
  }

  @Test
  void restoresIntoAnotherProjectWhenItsOwnWasDeleted() {
    Repository repository = testing.repository();
    admin.delete(path(repository));
    assertThat(admin.delete("projects/" + repository.project().key()).status()).isEqualTo(204);
    String restore = "/rest/packhouse/1.0/admin/trash/" + repository.id() + "/restore";
    assertThat(admin.post(restore, "{}").message()).contains("name a project");
    Project other = testing.project();
    Response restored = admin.post(restore, "{'projectKey':'%s'}".formatted(other.key()));
    assertThat(restored.at("/project/key")).isEqualTo(other.key());
  }

  @Test
  void tellsItsSizeToReaders() throws Exception {
    Repository repository = testing.repository();
    long bytes = server.get(RepositorySizes.class).measure(repository.id());
    assertThat(bytes).isPositive();
    assertThat(admin.get(path(repository) + "/sizes").at("/repository"))
        .isEqualTo(String.valueOf(bytes));
    assertThat(rest.get(path(repository) + "/sizes").status()).isEqualTo(404);
  }

  private static String names(Response response) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return StreamSupport.stream(response.json().at("/values").spliterator(), false)
        .map(value -> value.at("/name").asString())
        .collect(Collectors.joining(","));
  }
}
