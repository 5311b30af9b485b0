package org.packhouse.app.hosting.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingEvents;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of lately pushed branches, as time goes by. */
class RecentBranchesTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final User user = TestingPeople.of(server).user(TestingServer.ADMIN);
  private final RecentBranches branches = server.get(RecentBranches.class);

  @Test
  void rowsOfTwoWeeksAgoGoWithLaterPushes() {
    Instant now = Instant.now();
    push("old", now.minus(15, ChronoUnit.DAYS));
    push("recent", now.minus(6, ChronoUnit.DAYS));

    for (int n = 0; n < RecentBranches.FORGET_EVERY; n++) {
      push("now", now);
    }

    assertThat(
            server
                .get(JdbcClient.class)
                .sql("select ref_name from recent_branch where repository_id = ? order by 1")
                .param(repository.id())
                .query(String.class)
                .list())
        .containsExactly("refs/heads/now", "refs/heads/recent");
  }

  private void push(String branch, Instant when) {
    Actor actor = new Actor(user.id(), user.name());
    branches.refsMoved(List.of(TestingEvents.push(repository.id(), actor, branch, when)));
  }
}
