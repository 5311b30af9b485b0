package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.RepositoryChange;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

class ForkRestTest {

  private static final String PASSWORD = "fork-password-1";

  @TempDir private Path temporary;
  private ForkKit kit;
  private TestingPeople people;
  private User user;
  private TestingRest rest;
  private TestingRest admin;
  private String path;

  @BeforeEach
  void makeAnOriginAndAReader() {
    kit = new ForkKit(temporary);
    people = TestingPeople.of(kit.server);
    user = people.createUser(TestingPeople.uniqueName("forker"), PASSWORD);
    rest = TestingRest.user(kit.server, user.name(), PASSWORD);
    admin = TestingRest.admin(kit.server);
    path = "projects/%s/repos/%s".formatted(kit.origin.project().key(), kit.origin.slug());
    people.grant(user, new ResourceId.RepositoryId(kit.origin.id()), Permission.REPO_READ);
    kit.push("main", "1");
  }

  @Test
  void forksIntoThePersonalProjectOfTheCaller() {
    Response made = rest.post(path, "{}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.at("/project/key"))
        .isEqualTo("~" + user.name().toUpperCase(java.util.Locale.ROOT));
    assertThat(made.at("/project/type")).isEqualTo("PERSONAL");
    assertThat(made.at("/slug")).isEqualTo(kit.origin.slug());
    assertThat(made.at("/state")).isEqualTo("AVAILABLE");
    assertThat(made.json().at("/origin/id").asLong()).isEqualTo(kit.origin.id());
    assertThat(made.at("/origin/project/key")).isEqualTo(kit.origin.project().key());
    assertThat(made.at("/hierarchyId")).isEqualTo(kit.origin.hierarchyId());
    assertThat(made.json().at("/public").asBoolean()).isFalse();
    assertThat(
            rest.get("projects/~" + user.name() + "/repos/" + kit.origin.slug() + "/branches")
                .at("/values/0/displayId"))
        .isEqualTo("main");
  }

  @Test
  void makesThePersonalProjectOnceThoughTheFirstForksComeAtOnce() throws Exception {
    for (int round = 0; round < 3; round++) {
      User other = people.createUser(TestingPeople.uniqueName("forker"), PASSWORD);
      people.grant(other, new ResourceId.RepositoryId(kit.origin.id()), Permission.REPO_READ);
      TestingRest others = TestingRest.user(kit.server, other.name(), PASSWORD);
      List<Callable<Integer>> forks = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String body = "{'name': 'fork%d'}".formatted(i);
        forks.add(() -> others.post(path, body).status());
      }
      try (ExecutorService threads = Executors.newFixedThreadPool(forks.size())) {
        for (Future<Integer> status : threads.invokeAll(forks)) {
          assertThat(status.get()).isEqualTo(201);
        }
      }
    }
  }

  @Test
  void takesAnEmptyBodyAndRefusesTheSameNameTwice() {
    assertThat(rest.send("POST", path, null).status()).isEqualTo(201);
    Response again = rest.post(path, "{}");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.at("/errors/0/exceptionName"))
        .endsWith("repository.RepositoryNameAlreadyInUseException");
  }

  @Test
  void forksIntoAProjectUnderAnotherNameWithAnotherDefaultBranch() {
    kit.push("develop", "2");
    Project project = TestingProjects.in(kit.server).project();
    Response made =
        admin.post(
            path,
            "{'name': 'Another name', 'defaultBranch': 'develop', 'unknown': 1, 'project': {'key': '%s'}}"
                .formatted(project.key()));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("/slug")).isEqualTo("another-name");
    assertThat(made.at("/defaultBranch")).isEqualTo("develop");
    Response head = admin.get("projects/" + project.key() + "/repos/another-name/branches/default");
    assertThat(head.at("/displayId")).isEqualTo("develop");
  }

  @Test
  void needsPermissionToCreateRepositoriesInTheTarget() {
    Project project = TestingProjects.in(kit.server).project();
    String body = "{'project': {'key': '%s'}}".formatted(project.key());
    assertThat(rest.post(path, body).status()).isEqualTo(404);
    people.grant(user, new ResourceId.ProjectId(project.id()), Permission.PROJECT_READ);
    assertThat(rest.post(path, body).status()).isEqualTo(401);
    people.grant(user, new ResourceId.ProjectId(project.id()), Permission.REPO_CREATE);
    Response made = rest.post(path, body);
    assertThat(made.status()).isEqualTo(201);
    String fork = "projects/%s/repos/%s".formatted(project.key(), kit.origin.slug());
    assertThat(rest.put(fork, "{'description': 'mine'}").status()).isEqualTo(201);
  }

  @Test
  void needsToReadTheOrigin() {
    User stranger = people.createUser(TestingPeople.uniqueName("stranger"), PASSWORD);
    TestingRest other = TestingRest.user(kit.server, stranger.name(), PASSWORD);
    assertThat(other.post(path, "{}").status()).isEqualTo(404);
    assertThat(other.get(path + "/forks").status()).isEqualTo(404);
    assertThat(TestingRest.anonymous(kit.server).post(path, "{}").status()).isEqualTo(401);
  }

  @Test
  void refusesWhatMayNotBeForked() {
    kit.server
        .get(RepositoryChanges.class)
        .update(kit.origin.id(), new RepositoryChange(null, null, null, null, null, false, null));
    Response refused = rest.post(path, "{}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains("may not be forked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name': '../evil'}",
        "{'name': ''}",
        "{'slug': 'a b/c'}",
        "{'defaultBranch': 'no-such-branch'}",
        "{'defaultBranch': '../x'}",
        "{'name': 7, 'project': 'KEY'}",
        "[]",
        "{"
      })
  void refusesBodiesThatBreakARule(String body) {
    Response refused = rest.post(path, body);
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(400);
    assertThat(refused.message()).isNotEmpty();
  }

  @Test
  void listsForksAndTheWholeNetwork() throws IOException {
    long first = rest.post(path, "{}").json().at("/id").asLong();
    String fork = "projects/~" + user.name() + "/repos/" + kit.origin.slug();
    long second = rest.post(fork, "{'name': 'second'}").json().at("/id").asLong();
    long hidden = kit.fork().id();
    assertThat(ids(rest.get(path + "/forks"))).containsExactly(first);
    assertThat(ids(admin.get(path + "/forks"))).containsExactlyInAnyOrder(first, hidden);
    assertThat(ids(rest.get(fork + "/related"))).containsExactlyInAnyOrder(kit.origin.id(), second);
    assertThat(ids(admin.get(path + "/related"))).containsExactlyInAnyOrder(first, second, hidden);
    Response page = admin.get(path + "/forks?limit=1");
    assertThat(page.json().at("/isLastPage").asBoolean()).isFalse();
    assertThat(page.json().at("/nextPageStart").asInt()).isEqualTo(1);
  }

  private static java.util.List<Long> ids(Response page) {
    java.util.List<Long> ids = new java.util.ArrayList<>();
    page.json().at("/values").forEach(value -> ids.add(value.at("/id").asLong()));
    return ids;
  }

  @Test
  void hidesTheOriginFromThoseWhoMayNotReadIt() throws IOException {
    rest.post(path, "{}");
    String fork = "projects/~" + user.name() + "/repos/" + kit.origin.slug();
    assertThat(rest.get(fork).json().at("/origin/id").asLong()).isEqualTo(kit.origin.id());
    people.revoke(user, new ResourceId.RepositoryId(kit.origin.id()));
    assertThat(rest.get(fork).json().at("/origin").isMissingNode()).isTrue();
  }

  @Test
  void tellsTheSizeOfAForkApartFromThatOfItsPool() {
    rest.post(path, "{}");
    Response sizes =
        rest.get("projects/~" + user.name() + "/repos/" + kit.origin.slug() + "/sizes");
    assertThat(sizes.status()).isEqualTo(200);
    assertThat(sizes.json().at("/pool").asLong()).isPositive();
    assertThat(sizes.json().at("/repository").isIntegralNumber()).isTrue();
    Response alone =
        admin.get(
            "projects/%s/repos/%s/sizes"
                .formatted(
                    kit.origin.project().key(),
                    TestingProjects.in(kit.server).repository(kit.origin.project()).slug()));
    assertThat(alone.json().at("/pool").isMissingNode()).isTrue();
  }
}
