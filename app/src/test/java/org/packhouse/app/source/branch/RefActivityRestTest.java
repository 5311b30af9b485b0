package org.packhouse.app.source.branch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class RefActivityRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private final String path = home + "/ref-change-activities";

  @TempDir Path directory;
  private User user;
  private String first;
  private String second;

  @BeforeEach
  void push() {
    TestingPeople people = TestingPeople.of(server);
    user = people.createUser(TestingPeople.uniqueName("pusher"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    String url = server.cloneUrl(repository, user.name(), PASSWORD);
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    first = git.commit("a", "1");
    git.git("push", "-q", url, "HEAD:refs/heads/main", "HEAD:refs/heads/Topic/one");
    second = git.commit("a", "2");
    git.git("push", "-q", url, "HEAD:refs/heads/main", "HEAD:refs/tags/v1");
    git.git("push", "-q", url, ":refs/heads/Topic/one");
  }

  @Test
  void tellsWhoMovedWhatTheLatestFirst() {
    Response all = admin.get(path);
    assertThat(all.json().at("/size").asInt()).isEqualTo(5);
    assertThat(all.at("/values/0/refChange/type")).isEqualTo("DELETE");
    assertThat(all.at("/values/0/refChange/refId")).isEqualTo("refs/heads/Topic/one");
    assertThat(all.at("/values/0/refChange/fromHash")).isEqualTo(first);
    assertThat(all.at("/values/0/refChange/toHash")).isEqualTo("0".repeat(40));
    assertThat(all.at("/values/0/user/name")).isEqualTo(user.name());
    assertThat(all.at("/values/0/trigger")).isEqualTo("push");
    assertThat(all.at("/values/0/repository/slug")).isEqualTo(repository.slug());
    assertThat(all.at("/values/1/refChange/ref/type")).isEqualTo("TAG");
    assertThat(all.at("/values/1/refChange/ref/displayId")).isEqualTo("v1");
    assertThat(all.at("/values/2/refChange/type")).isEqualTo("UPDATE");
    assertThat(all.at("/values/2/refChange/fromHash")).isEqualTo(first);
    assertThat(all.at("/values/2/refChange/toHash")).isEqualTo(second);
    assertThat(all.at("/values/2/refChange/updatedType")).isEqualTo("UNRESOLVED");
    assertThat(all.at("/values/4/refChange/type")).isEqualTo("ADD");
    assertThat(all.json().at("/values/0/id").asLong())
        .isGreaterThan(all.json().at("/values/1/id").asLong());
    Response page = admin.get(path + "?limit=2&start=1");
    assertThat(page.json().at("/nextPageStart").asInt()).isEqualTo(3);
    assertThat(page.json().at("/values/0/id")).isEqualTo(all.json().at("/values/1/id"));
  }

  @Test
  void tellsOfOneRefByItsFullOrShortName() {
    assertThat(admin.get(path + "?ref=refs/heads/main").json().at("/size").asInt()).isEqualTo(2);
    assertThat(admin.get(path + "?ref=Topic/one").json().at("/size").asInt()).isEqualTo(2);
    assertThat(admin.get(path + "?ref=refs/tags/v1").json().at("/size").asInt()).isOne();
    assertThat(admin.get(path + "?ref=none").json().at("/size").asInt()).isZero();
    assertThat(admin.get(path + "?start=x").status()).isEqualTo(400);
  }

  @Test
  void listsTheBranchesThatHaveMovedAndThoseThatAreGone() {
    Response all = admin.get(path + "/branches");
    assertThat(all.json().at("/size").asInt()).isEqualTo(2);
    assertThat(all.at("/values/0/id")).isEqualTo("refs/heads/Topic/one");
    assertThat(all.at("/values/1/displayId")).isEqualTo("main");
    assertThat(all.at("/values/1/type")).isEqualTo("BRANCH");
    Response topic = admin.get(path + "/branches?filterText=TOPIC%2F");
    assertThat(topic.json().at("/size").asInt()).isOne();
    assertThat(admin.get(path + "/branches?filterText=heads").json().at("/size").asInt()).isZero();
    assertThat(admin.get(path + "/branches?filterText=%25").json().at("/size").asInt()).isZero();
    assertThat(admin.get(path + "/branches?limit=1").json().at("/nextPageStart").asInt()).isOne();
  }

  @Test
  void saysNothingOfWhoMovedARefBeforeThatWasWrittenDown() {
    server
        .get(JdbcClient.class)
        .sql("update ref_move set actor_id = null, cause = null where repository_id = ?")
        .param(repository.id())
        .update();
    Response all = admin.get(path);
    assertThat(all.status()).isEqualTo(200);
    assertThat(all.json().at("/values/0").has("user")).isFalse();
    assertThat(all.json().at("/values/0").has("trigger")).isFalse();
  }

  @Test
  void keepsQuietAboutRefsThatNobodySees() {
    admin.post(home + "/commits/" + second + "/comments", "{'text':'keeps it'}");
    assertThat(admin.get(path).json().at("/size").asInt()).isEqualTo(5);
  }
}
