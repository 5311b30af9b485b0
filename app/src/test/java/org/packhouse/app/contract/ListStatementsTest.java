package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Processes;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Reading costs as many statements for many rows as for few, and no process. */
class ListStatementsTest {

  private static final String PASSWORD = "a-password-of-tests";
  private static final int FEW = 2;
  private static final int MANY = 10;

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects projects = TestingProjects.in(server);
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Project project = projects.project();
  private final Repository repository = projects.repository(project);
  private final Group group = people.createGroup(TestingPeople.uniqueName("readers"));
  private final String home = "projects/" + project.key();
  private final String path = home + "/repos/" + repository.slug();

  private int grown;

  @Test
  void costsNoMoreForManyRowsThanForFew(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    grow(git, FEW);
    Map<String, Long> few = cost(git);
    grow(git, MANY);
    // What is remembered for a time is read again now and then: a statement or two, never one a
    // row.
    cost(git)
        .forEach((read, statements) ->
            assertThat(statements).as(read).isLessThanOrEqualTo(few.getOrDefault(read, 0L) + 2));
  }

  private void grow(GitFixture git, int rows) {
    for (int i = 0; i < rows; i++) {
      grown++;
      git.git("config", "user.name", "Author " + grown);
      String commit = git.commit("file" + grown, "1\n2\n" + grown + "\n");
      git.git("branch", "topic" + grown);
      git.git("tag", "-a", "-m", "tag", "v" + grown);
      git.git("push", "-q", "--tags", server.cloneUrl(repository), "main", "topic" + grown);
      User user = people.createUser(TestingPeople.uniqueName("row"), PASSWORD);
      people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
      server.get(org.packhouse.app.identity.user.Groups.class).add(group, user);
      projects.repository(project);
      say(git, TestingRest.user(server, user.name(), PASSWORD), "Row " + commit);
    }
  }

  private void say(GitFixture git, TestingRest by, String text) {
    String first = git.git("rev-list", "--max-parents=0", "HEAD");
    Response said =
        by.post(
            path + "/commits/" + first + "/comments",
            "{'text':'%s','anchor':{'path':'file1','line':1,'lineType':'ADDED'}}".formatted(text));
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
  }

  /** Statements of each read, when what can be remembered is. */
  private Map<String, Long> cost(GitFixture git) {
    String first = git.git("rev-list", "--max-parents=0", "HEAD");
    List<String> reads =
        List.of(
            "projects?limit=1000",
            "repos?limit=1000&projectkey=" + project.key(),
            home + "/repos?limit=1000",
            "users?limit=1000",
            "groups?limit=1000",
            "admin/users?limit=1000",
            "admin/groups/more-members?limit=1000&context=" + group.name(),
            path + "/permissions/users?limit=1000",
            path + "/branches?details=true&limit=1000",
            path + "/tags?limit=1000",
            path + "/commits?limit=1000",
            path + "/files?limit=1000",
            path + "/browse?limit=1000",
            path + "/commits/" + first + "/comments?limit=1000",
            path + "/commits/" + first + "/changes?limit=1000",
            path + "/commits/" + first + "/diff",
            path + "/compare/commits?from=main&to=" + first + "&limit=1000",
            path + "/compare/changes?from=main&to=" + first + "&limit=1000",
            path + "/ref-change-activities?limit=1000",
            path + "/ref-change-activities/branches?limit=1000",
            path + "/forks?limit=1000");
    Map<String, Long> costs = new LinkedHashMap<>();
    for (String read : reads) {
      ok(read);
      ok(read);
      costs.put(read, Statements.ofRequest(() -> ok(read)));
      assertThat(Processes.of(server, () -> ok(read))).as(read).isZero();
    }
    assertThat(costs.values()).allMatch(statements -> statements > 0);
    return costs;
  }

  private void ok(String read) {
    Response response = admin.get(read);
    assertThat(response.status()).as(read + ": " + response.response().body()).isEqualTo(200);
  }
}
