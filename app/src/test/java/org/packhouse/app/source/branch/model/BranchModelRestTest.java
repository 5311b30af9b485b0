package org.packhouse.app.source.branch.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class BranchModelRestTest {

  private static final String UTILS = "/rest/branch-utils/latest/projects/";

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = testing.repository();
  private final String key = repository.project().key();
  private final String ofProject = UTILS + key + "/branchmodel/configuration";
  private final String model = UTILS + key + "/repos/" + repository.slug() + "/branchmodel";
  private final String ofRepository = model + "/configuration";

  @TempDir private Path directory;

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a", "1");
    String target = server.get(RepositoryStorage.class).directory(repository.id()).toString();
    git.git("push", "-q", target, "HEAD:refs/heads/main", "HEAD:refs/heads/live");
  }

  @Test
  void showsTheUsualModelUntilSomebodySetsOne() {
    Response usual = admin.get(ofRepository);
    assertThat(usual.status()).isEqualTo(200);
    assertThat(usual.at("/scope/type")).isEqualTo("GLOBAL");
    assertThat(usual.json().at("/development/useDefault").asBoolean()).isTrue();
    assertThat(usual.json().has("production")).isFalse();
    Response inUse = admin.get(model);
    assertThat(inUse.at("/development/id")).isEqualTo("refs/heads/main");
    assertThat(inUse.at("/types/1/prefix")).isEqualTo("feature/");
    assertThat(inUse.at("/types/1/id")).isEqualTo("FEATURE");
    assertThat(inUse.at("/types/1/displayName")).isEqualTo("Feature");
    assertThat(inUse.json().at("/types")).hasSize(4);
  }

  @Test
  void takesTheModelOfTheProjectUnlessTheRepositoryHasItsOwn() {
    String project =
        "{'development':{'refId':'refs/heads/main','useDefault':false},"
            + "'types':[{'id':'HOTFIX','enabled':false,'prefix':'hot/'}],'unknown':1}";
    Response set = admin.put(ofProject, project);
    assertThat(set.status()).as(set.response().body()).isEqualTo(200);
    assertThat(set.at("/scope/type")).isEqualTo("PROJECT");
    assertThat(admin.get(ofRepository).at("/development/refId")).isEqualTo("refs/heads/main");
    assertThat(admin.get(model).json().at("/types")).hasSize(3);
    String own =
        "{'development':{'useDefault':true},'production':{'refId':'live','useDefault':false}}";
    assertThat(admin.put(ofRepository, own).at("/scope/type")).isEqualTo("REPOSITORY");
    assertThat(admin.get(model).at("/production/displayId")).isEqualTo("live");
    assertThat(admin.get(model).json().at("/types")).hasSize(4);
    assertThat(admin.delete(ofRepository).status()).isEqualTo(204);
    assertThat(admin.get(ofRepository).at("/scope/type")).isEqualTo("PROJECT");
    assertThat(admin.delete(ofProject).status()).isEqualTo(204);
    assertThat(admin.get(ofRepository).at("/scope/type")).isEqualTo("GLOBAL");
  }

  @Test
  void refusesWhatCannotBe() {
    for (String body :
        new String[] {
          "{'development':{'refId':'a..b'}}",
          "{'types':[{'id':'OTHER','prefix':'o/'}]}",
          "{'types':[{'prefix':'o/'}]}",
          "{'types':[{'id':'BUGFIX','prefix':''}]}",
          "{'types':[{'id':'BUGFIX','prefix':'a b'}]}",
          "{'types':[{'id':'BUGFIX','prefix':'release/'}]}",
          "{'types':[{'id':'BUGFIX','prefix':'%s'}]}".formatted("x".repeat(101)),
          "{'types':7}",
          "{'development':[]}"
        }) {
      Response response = admin.put(ofRepository, body);
      assertThat(response.status()).as(body).isEqualTo(400);
    }
    assertThat(admin.put(ofRepository, "{'types':[null]}").status()).isEqualTo(200);
  }

  @Test
  void namesHeadOfNewRepositoriesAsTheProjectSaysOrTheServer() {
    String path = "projects/" + key + "/default-branch";
    assertThat(admin.get(path).status()).isEqualTo(404);
    assertThat(admin.put(path, "{'id':'trunk'}").status()).isEqualTo(204);
    assertThat(admin.get(path).at("/id")).isEqualTo("refs/heads/trunk");
    assertThat(headOfNew()).isEqualTo("trunk");
    assertThat(admin.put(path, "{'id':'a..b'}").status()).isEqualTo(400);
    assertThat(admin.put(path, "{}").status()).isEqualTo(400);
    assertThat(admin.delete(path).status()).isEqualTo(204);
    assertThat(headOfNew()).isEqualTo("main");
  }

  @Test
  void namesHeadOfNewRepositoriesAsTheServerSaysWhereTheProjectSaysNothing() {
    String server = "admin/default-branch";
    assertThat(admin.get(server).status()).isEqualTo(404);
    try {
      assertThat(admin.put(server, "{'id':'refs/heads/prime'}").status()).isEqualTo(204);
      assertThat(admin.get(server).at("/id")).isEqualTo("refs/heads/prime");
      assertThat(headOfNew()).isEqualTo("prime");
      String project = "projects/" + key + "/default-branch";
      assertThat(admin.put(project, "{'id':'trunk'}").status()).isEqualTo(204);
      assertThat(headOfNew()).isEqualTo("trunk");
      assertThat(admin.delete(project).status()).isEqualTo(204);
      assertThat(admin.put(server, "{'id':'a b'}").status()).isEqualTo(400);
      assertThat(admin.get(server).at("/id")).isEqualTo("refs/heads/prime");
    } finally {
      assertThat(admin.delete(server).status()).isEqualTo(204);
    }
    assertThat(admin.get(server).status()).isEqualTo(404);
    assertThat(headOfNew()).isEqualTo("main");
  }

  private String headOfNew() {
    Repository made =
        testing.repository(repository.project(), NewRepository.named(TestingProjects.name("head")));
    return admin
        .get("projects/" + key + "/repos/" + made.slug() + "/default-branch")
        .at("/displayId");
  }
}
