package org.packhouse.app.hosting.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class LabelRestTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String labels = path(repository) + "/labels";
  private final String label = TestingProjects.name("label-");

  @Test
  void aLabelIsGivenOnceFoundAndTaken() {
    assertThat(give(label.toUpperCase(Locale.ROOT)).at("/name")).isEqualTo(label);
    assertThat(give(label).status()).isEqualTo(200);
    assertThat(admin.get(labels).json().at("/values")).hasSize(1);
    assertThat(admin.get("labels/" + label).at("/name")).isEqualTo(label);
    assertThat(admin.get("labels?prefix=" + label).at("/values/0/name")).isEqualTo(label);
    assertThat(admin.delete(labels + "/" + label).status()).isEqualTo(204);
    assertThat(admin.get(labels).at("/size")).isEqualTo("0");
    assertThat(admin.get("labels/" + label).status()).isEqualTo(404);
    Response gone = admin.delete(labels + "/" + label);
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.NoSuchLabelException");
  }

  @Test
  void whatHasALabelIsListedInPages() {
    Repository other = TestingProjects.in(server).repository();
    give(label);
    admin.post(path(other) + "/labels", "{'name':'%s'}".formatted(label));
    Response first = admin.get("labels/" + label + "/labeled?limit=1&type=REPOSITORY");
    assertThat(first.at("/values/0/labelableType")).isEqualTo("REPOSITORY");
    assertThat(first.at("/nextPageStart")).isEqualTo("1");
    Response second = admin.get("labels/" + label + "/labeled?limit=1&start=1");
    assertThat(List.of(keyAndSlug(first), keyAndSlug(second)))
        .containsExactlyInAnyOrder(repository.path(), other.path());
    assertThat(second.at("/isLastPage")).isEqualTo("true");
    assertThat(admin.get("labels/" + label + "/labeled?type=PROJECT").status()).isEqualTo(400);
  }

  private static String keyAndSlug(Response page) {
    return page.at("/values/0/project/key") + "/" + page.at("/values/0/slug");
  }

  @Test
  void whoMayNotReadTheRepositoryDoesNotLearnItsLabels() {
    give(label);
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingPeople.uniqueName("labels"), PASSWORD);
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    assertThat(self.get("labels?prefix=" + label).at("/size")).isEqualTo("0");
    assertThat(self.get("labels/" + label).status()).isEqualTo(404);
    assertThat(self.get("labels/" + label + "/labeled").status()).isEqualTo(404);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    assertThat(self.get("labels/" + label + "/labeled").at("/size")).isEqualTo("1");
    assertThat(self.post(labels, "{'name':'mine'}").status()).isEqualTo(401);
    assertThat(self.delete(labels + "/" + label).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-a", "a/b", "\u00e9t\u00e9", "<b>", "x%y"})
  void refusesWhatIsNoLabel(String name) {
    Response response = give(name);
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/context")).isEqualTo("name");
    assertThat(response.message()).contains("is not a label: it begins with");
  }

  @Test
  void refusesLabelsWithoutEnd() {
    assertThat(give("x".repeat(51)).status()).isEqualTo(400);
    assertThat(give("x".repeat(50)).status()).isEqualTo(200);
    assertThat(admin.post(labels, "{}").status()).isEqualTo(400);
    server
        .get(JdbcClient.class)
        .sql("insert into repository_label select ?, 'n' || n from generate_series(1, ?) n")
        .params(repository.id(), Labels.MAX_COUNT - 1)
        .update();
    assertThat(give("one-more").message()).contains("the most that it may have");
  }

  private Response give(String name) {
    return admin.post(labels, "{'name':'%s'}".formatted(name));
  }

  private static String path(Repository repository) {
    return "projects/" + repository.project().key() + "/repos/" + repository.slug();
  }
}
