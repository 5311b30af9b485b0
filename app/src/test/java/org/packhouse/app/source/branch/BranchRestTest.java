package org.packhouse.app.source.branch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class BranchRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = testing.repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private final String tags = "/rest/git/latest/" + path + "/tags";
  private final String utils = "/rest/branch-utils/1.0/" + path + "/branches";

  @TempDir Path directory;
  private String first;
  private String second;

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    first = git.commit("a", "1");
    git.git("tag", "light/one");
    second = git.commit("a", "2");
    git.git("tag", "-a", "-m", "annotated", "v2");
    git.git(
        "push",
        "-q",
        server.get(RepositoryStorage.class).directory(repository.id()).toString(),
        "HEAD:refs/heads/main",
        first + ":refs/heads/feature/a%b",
        "light/one",
        "v2");
  }

  @Test
  void listsBranchesByNameAndText() {
    Response all = admin.get(path + "/branches");
    assertThat(ids(all)).isEqualTo("feature/a%b,main");
    assertThat(all.at("/values/1/latestCommit")).isEqualTo(second);
    assertThat(all.at("/values/1/latestChangeset")).isEqualTo(second);
    assertThat(all.at("/values/1/type")).isEqualTo("BRANCH");
    assertThat(all.json().at("/values/1/isDefault").asBoolean()).isTrue();
    assertThat(all.json().at("/values/0/isDefault").asBoolean()).isFalse();
    assertThat(ids(admin.get(path + "/branches?filterText=FEAT"))).isEqualTo("feature/a%b");
    assertThat(ids(admin.get(path + "/branches?limit=1&start=1"))).isEqualTo("main");
    assertThat(ids(admin.get(path + "/branches?orderBy=MODIFICATION"))).contains("main");
    assertThat(admin.get(path + "/branches?orderBy=SIZE").status()).isEqualTo(400);
  }

  @Test
  void showsAndSetsTheDefaultBranch() {
    assertThat(admin.get(path + "/branches/default").at("/id")).isEqualTo("refs/heads/main");
    assertThat(admin.put(path + "/branches/default", "{'id':'refs/heads/none'}").status())
        .isEqualTo(404);
    assertThat(admin.put(path + "/default-branch", "{'id':'feature/a%b'}").status()).isEqualTo(204);
    assertThat(admin.get(path + "/default-branch").at("/displayId")).isEqualTo("feature/a%b");
    assertThat(admin.get(path + "/branches/default").at("/latestCommit")).isEqualTo(first);
    assertThat(admin.get(path).at("/defaultBranch")).isEqualTo("feature/a%b");
    assertThat(admin.put(path, "{'defaultBranch':'main'}").at("/defaultBranch")).isEqualTo("main");
    assertThat(admin.get(path + "/default-branch").at("/displayId")).isEqualTo("main");
    assertThat(admin.put(path + "/default-branch", "{'id':'a..b'}").status()).isIn(400, 404);
    assertThat(admin.put(path + "/default-branch", "{}").status()).isEqualTo(400);
  }

  @Test
  void makesAndDeletesBranches() {
    Response made =
        admin.post(path + "/branches", "{'name':'new','startPoint':'%s'}".formatted(first));
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    assertThat(made.at("/id")).isEqualTo("refs/heads/new");
    assertThat(made.at("/latestCommit")).isEqualTo(first);
    assertThat(admin.post(utils, "{'name':'new2','startPoint':'v2'}").status()).isEqualTo(201);
    assertThat(admin.get(path + "/branches?filterText=new2").at("/values/0/latestCommit"))
        .isEqualTo(second);
    Response duplicate = admin.post(path + "/branches", "{'name':'new','startPoint':'main'}");
    assertThat(duplicate.status()).isEqualTo(400);
    assertThat(duplicate.at("/errors/0/exceptionName")).endsWith("DuplicateRefException");
    assertThat(duplicate.message()).startsWith("Branch 'new' already exists in repository '");
    assertSame(duplicate, admin.post(utils, "{'name':'new','startPoint':'main'}"));
    assertThat(admin.send("DELETE", utils, "{'name':'refs/heads/new','dryRun':true}").status())
        .isEqualTo(204);
    assertThat(
            admin
                .send("DELETE", utils, "{'name':'new','endPoint':'%s'}".formatted(second))
                .status())
        .isEqualTo(409);
    assertThat(admin.send("DELETE", utils, "{'name':'new','dryRun':false}").status())
        .isEqualTo(204);
    assertThat(admin.send("DELETE", utils, "{'name':'new'}").status()).isEqualTo(204);
    assertThat(admin.send("DELETE", utils, "{'name':'main'}").status()).isEqualTo(409);
    assertThat(ids(admin.get(path + "/branches"))).isEqualTo("feature/a%b,main,new2");
  }

  @Test
  void refusesBranchesThatCannotBe() {
    for (String name : new String[] {"a..b", "-x", "a b", "HEAD", "x.lock", "\\u0001", ""}) {
      Response response =
          admin.post(path + "/branches", "{'name':'%s','startPoint':'main'}".formatted(name));
      assertThat(response.status()).as(name).isEqualTo(400);
      assertThat(response.at("/errors/0/context")).isEqualTo("name");
    }
    assertThat(admin.post(path + "/branches", "{'name':'x','startPoint':'nowhere'}").status())
        .isEqualTo(404);
    String absent = "{'name':'x','startPoint':'%s'}".formatted("1".repeat(40));
    assertThat(admin.post(path + "/branches", absent).status()).isEqualTo(404);
  }

  @Test
  void showsTagsWithWhatTheyPointTo() {
    Response all = admin.get(path + "/tags");
    assertThat(ids(all)).isEqualTo("light/one,v2");
    assertThat(all.at("/values/0/latestCommit")).isEqualTo(first);
    assertThat(all.json().at("/values/0/hash").isNull()).isTrue();
    assertThat(all.at("/values/1/latestCommit")).isEqualTo(second);
    assertThat(all.at("/values/1/hash")).isNotEqualTo(second).hasSize(40);
    assertThat(admin.get(path + "/tags/light/one").at("/id")).isEqualTo("refs/tags/light/one");
    assertThat(admin.get(path + "/tags/light%2Fone").at("/id")).isEqualTo("refs/tags/light/one");
    assertThat(admin.get(path + "/tags/v3").at("/errors/0/exceptionName"))
        .endsWith("NoSuchTagException");
  }

  @Test
  void showsHowFarBranchesAreFromTheirBase() {
    String third = admin.post(path + "/tags", "{'name':'x','startPoint':'main'}").at("/hash");
    assertThat(third).isEmpty();
    Response plain = admin.get(path + "/branches");
    assertThat(plain.json().at("/values/0").has("metadata")).isFalse();
    Response all = admin.get(path + "/branches?details=true&context=anything");
    assertThat(metadata(all, 0, "bitbucket-branch:ahead-behind-metadata-provider"))
        .isEqualTo("{\"ahead\":0,\"behind\":1}");
    assertThat(metadata(all, 1, "bitbucket-branch:ahead-behind-metadata-provider")).isEmpty();
    assertThat(metadata(all, 1, "bitbucket-branch:latest-commit-metadata"))
        .contains("\"id\":\"" + second + "\"")
        .contains("\"author\":{\"name\":\"Tess Tester\",\"emailAddress\":\"tess@example.org\"}")
        .contains("\"authorTimestamp\":1750000060000")
        .contains("\"parents\":[{\"id\":\"" + first + "\"")
        .contains("\"message\":\"Change a\"");
    Response other = admin.get(path + "/branches?details=true&base=light/one");
    assertThat(metadata(other, 1, "bitbucket-branch:ahead-behind-metadata-provider"))
        .isEqualTo("{\"ahead\":1,\"behind\":0}");
    assertThat(admin.get(path + "/branches?details=true&base=nowhere").status()).isEqualTo(404);
    assertThat(admin.get(path + "/branches?details=perhaps").status()).isEqualTo(400);
  }

  @Test
  void showsBestMatchesFirstIfAsked() {
    for (String name : new String[] {"a-fix", "fix", "Fixes/one", "b-fix"}) {
      admin.post(path + "/branches", "{'name':'%s','startPoint':'main'}".formatted(name));
    }
    assertThat(ids(admin.get(path + "/branches?filterText=fix")))
        .isEqualTo("Fixes/one,a-fix,b-fix,fix");
    assertThat(ids(admin.get(path + "/branches?filterText=fix&boostMatches=true")))
        .isEqualTo("fix,Fixes/one,a-fix,b-fix");
  }

  @Test
  void listsLatestFirst() {
    assertThat(ids(admin.get(path + "/branches?orderBy=modification")))
        .isEqualTo("main,feature/a%b");
    assertThat(ids(admin.get(path + "/tags?orderBy=MODIFICATION"))).isEqualTo("v2,light/one");
  }

  private static void assertSame(Response expected, Response found) {
    assertThat(found.status()).isEqualTo(expected.status());
    assertThat(found.json()).isEqualTo(expected.json());
  }

  @Test
  void tellsWhichBranchesHaveACommit() {
    assertThat(ids(admin.get(utils + "/info/" + first))).isEqualTo("feature/a%b,main");
    assertThat(ids(admin.get(utils + "/info/" + second))).isEqualTo("main");
    assertThat(admin.get(utils + "/info/" + "1".repeat(40)).status()).isEqualTo(404);
  }

  @Test
  void refusesANameThatIsADirectoryOfAnotherOrLiesInOne() {
    for (String name : new String[] {"feature", "main/sub"}) {
      Response response =
          admin.post(path + "/branches", "{'name':'%s','startPoint':'main'}".formatted(name));
      assertThat(response.status()).as(name).isEqualTo(409);
      assertThat(response.at("/errors/0/exceptionName")).endsWith("DuplicateRefException");
    }
  }

  @Test
  void makesAnnotatedAndLightweightTags() {
    Response light = admin.post(path + "/tags", "{'name':'rel/1','startPoint':'main'}");
    assertThat(light.status()).isEqualTo(200);
    assertThat(light.json().at("/hash").isNull()).isTrue();
    assertThat(light.at("/latestCommit")).isEqualTo(second);
    Response annotated =
        admin.post(path + "/tags", "{'name':'rel/2','startPoint':'v2','message':'Release 2'}");
    assertThat(annotated.status()).isEqualTo(200);
    assertThat(annotated.at("/latestCommit")).isEqualTo(second);
    GitFixture bare = bare();
    assertThat(bare.git("cat-file", "tag", "rel/2"))
        .startsWith("object " + second + "\ntype commit\ntag rel/2\ntagger Ada Admin <admin@")
        .endsWith("\n\nRelease 2");
    assertThat(bare.git("rev-parse", "refs/tags/rel/2")).isEqualTo(annotated.at("/hash"));
    bare.git("fsck", "--strict");
    Response duplicate = admin.post(path + "/tags", "{'name':'v2','startPoint':'main'}");
    assertThat(duplicate.status()).isEqualTo(400);
    assertThat(duplicate.at("/errors/0/exceptionName")).endsWith("DuplicateRefException");
    assertThat(duplicate.message()).startsWith("Tag 'v2' already exists in repository '");
    assertSame(duplicate, admin.post(tags, "{'name':'v2','startPoint':'main'}"));
    assertThat(admin.post(path + "/tags", "{'name':'rel','startPoint':'main'}").status())
        .isEqualTo(409);
    assertThat(admin.post(path + "/tags", "{'name':'a..b','startPoint':'main'}").status())
        .isEqualTo(400);
    assertThat(admin.post(path + "/tags", "{'name':'x'}").status()).isEqualTo(400);
  }

  @Test
  void makesReplacesAndDeletesTagsAsGitDoes() {
    String body = "{'name':'%s','startPoint':'%s','type':'%s','message':'m','force':%s}";
    Response made = admin.post(tags, body.formatted("t/1", first, "LIGHTWEIGHT", false));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().at("/hash").isNull()).isTrue();
    assertThat(admin.post(tags, body.formatted("t/1", second, "ANNOTATED", false)).status())
        .isEqualTo(400);
    Response replaced = admin.post(tags, body.formatted("t/1", second, "ANNOTATED", true));
    assertThat(replaced.status()).isEqualTo(201);
    assertThat(bare().git("rev-parse", "t/1^{commit}")).isEqualTo(second);
    assertThat(admin.post(tags, body.formatted("t/2", second, "SIGNED", true)).status())
        .isEqualTo(400);
    assertThat(admin.post(tags, "{'name':'t/2','startPoint':'main','type':'ANNOTATED'}").status())
        .isEqualTo(400);
    assertThat(admin.delete(tags + "/t/1").status()).isEqualTo(204);
    assertThat(admin.delete(tags + "/t%2F1").status()).isEqualTo(404);
    assertThat(ids(admin.get(path + "/tags"))).isEqualTo("light/one,v2");
  }

  @Test
  void letsWritersMakeBranchesAndReadersLook() {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingProjects.name("bert"), PASSWORD);
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    String body = "{'name':'mine','startPoint':'main'}";
    assertThat(rest.get(path + "/branches").status()).isEqualTo(404);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    assertThat(rest.get(path + "/branches").status()).isEqualTo(200);
    assertThat(rest.post(path + "/branches", body).status()).isEqualTo(401);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    assertThat(rest.post(path + "/branches", body).status()).isEqualTo(200);
    assertThat(rest.put(path + "/default-branch", "{'id':'mine'}").status()).isEqualTo(401);
  }

  @Test
  void refusesToMoveRefsOfAnArchivedRepository() {
    admin.put(path, "{'archived':true}");
    Response response = admin.post(path + "/branches", "{'name':'x','startPoint':'main'}");
    assertThat(response.status()).isEqualTo(409);
    assertThat(response.message()).contains("archived");
    assertThat(admin.post(path + "/tags", "{'name':'x','startPoint':'main'}").status())
        .isEqualTo(409);
    assertThat(admin.delete(tags + "/v2").status()).isEqualTo(409);
    assertThat(admin.send("DELETE", utils, "{'name':'feature/a%b'}").status()).isEqualTo(409);
    assertThat(admin.put(path + "/default-branch", "{'id':'feature/a%b'}").status()).isEqualTo(409);
  }

  private GitFixture bare() {
    return GitFixture.in(server.get(RepositoryStorage.class).directory(repository.id()));
  }

  private static String metadata(Response response, int index, String name) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return response
        .json()
        .at("/values/" + index + "/metadata")
        .path("com.atlassian.bitbucket.server." + name)
        .toString();
  }

  private static String ids(Response response) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return StreamSupport.stream(response.json().at("/values").spliterator(), false)
        .map(value -> value.at("/displayId").asString())
        .collect(Collectors.joining(","));
  }
}
