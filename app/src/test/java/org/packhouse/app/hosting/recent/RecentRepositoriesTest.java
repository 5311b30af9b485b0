package org.packhouse.app.hosting.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingEvents;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class RecentRepositoriesTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingProjects projects = TestingProjects.in(server);
  private final RecentRepositories recent = server.get(RecentRepositories.class);
  private final User user = people.createUser(TestingPeople.uniqueName("recent"), PASSWORD);
  private final TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
  private final Project project = projects.project();

  @Test
  void theLatestComesFirstAndOnlyWhatMayStillBeRead() {
    Repository first = projects.repository(project);
    Repository second = projects.repository(project);
    Repository hidden = projects.repository();
    people.grant(user, new ProjectId(project.id()), Permission.PROJECT_READ);
    for (Repository seen : List.of(first, second, hidden, first)) {
      recent.note(user.id(), seen.id());
    }
    assertThat(slugs("profile/recent/repos")).containsExactly(first.slug(), second.slug());
    assertThat(slugs("profile/recent/repos?limit=1")).containsExactly(first.slug());
    assertThat(slugs("profile/recent/repos?permission=REPO_WRITE")).isEmpty();
    assertThat(self.get("profile/recent/repos?permission=PROJECT_READ").status()).isEqualTo(400);
  }

  @Test
  void aPushCountsAndWhatIsGoneDoesNot() {
    Repository pushed = projects.repository(project);
    people.grant(user, new ProjectId(project.id()), Permission.PROJECT_READ);
    recent.refsMoved(TestingEvents.push(pushed.id(), new Actor(user.id(), user.name())));
    recent.refsMoved(TestingEvents.push(pushed.id(), new Actor(null, "access-key:1")));
    recent.note(user.id(), Long.MAX_VALUE);
    recent.note(Long.MAX_VALUE, pushed.id());
    assertThat(slugs("profile/recent/repos")).containsExactly(pushed.slug());
  }

  @Test
  void onlyTheLatestHundredAreKept() {
    server
        .get(JdbcClient.class)
        .sql(
            """
            with made as (
              insert into repository (project_id, slug, name, hierarchy_id)
              select ?, 'r' || n, 'r' || n, 'h' from generate_series(1, 120) n returning id)
            insert into recent_repository select ?, id, now() - interval '1 day' * id from made
            """)
        .params(project.id(), user.id())
        .update();
    recent.note(user.id(), projects.repository(project).id());
    int kept =
        server
            .get(JdbcClient.class)
            .sql("select count(*) from recent_repository where user_id = ?")
            .param(user.id())
            .query(Integer.class)
            .single();
    assertThat(kept).isEqualTo(100);
  }

  private List<String> slugs(String path) {
    return self.get(path)
        .json()
        .at("/values")
        .valueStream()
        .map(it -> it.at("/slug"))
        .map(JsonNode::asString)
        .toList();
  }
}
