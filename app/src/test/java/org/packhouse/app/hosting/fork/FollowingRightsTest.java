package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

/** In whose name a fork follows its origin, and how far that goes. */
class FollowingRightsTest {

  private static final String PASSWORD = "sync-password-1";

  @TempDir private Path temporary;
  private ForkKit kit;
  private TestingPeople people;
  private User user;
  private TestingRest self;
  private Repository fork;
  private String sync;

  @BeforeEach
  void makeAFork() throws IOException {
    kit = new ForkKit(temporary);
    people = TestingPeople.of(kit.server);
    kit.push("main", "0");
    fork = kit.fork();
    user = people.createUser(TestingPeople.uniqueName("follower"), PASSWORD);
    people.grant(user, new ProjectId(fork.project().id()), Permission.PROJECT_ADMIN);
    people.grant(user, new RepositoryId(kit.origin.id()), Permission.REPO_READ);
    self = TestingRest.user(kit.server, user.name(), PASSWORD);
    sync = "/rest/sync/latest/projects/%s/repos/%s".formatted(fork.project().key(), fork.slug());
    awaitTold();
    assertThat(self.post(sync, "{'enabled':true}").status()).isEqualTo(200);
  }

  @Test
  void aForkFollowsForAsLongAsWhoSwitchedItOnMayReadTheOrigin() throws IOException {
    kit.push("seen", "1");
    await().atMost(Duration.ofSeconds(30)).until(() -> has("refs/heads/seen"));

    people.revoke(user, new RepositoryId(kit.origin.id()));
    kit.push("hidden", "2");
    awaitTold();

    assertThat(has("refs/heads/hidden")).isFalse();
    assertThat(kit.work.git("ls-remote", kit.url(fork))).doesNotContain("hidden");
  }

  @Test
  void aForkThatIsMoreOpenThanItsOriginStopsAndSaysSo() throws IOException {
    TestingRest admin = TestingRest.admin(kit.server);
    admin.put("projects/" + fork.project().key(), "{'public':true}");
    kit.push("hidden", "1");
    awaitTold();

    assertThat(has("refs/heads/hidden")).isFalse();
    Response status = self.get(sync);
    assertThat(status.at("/enabled")).isEqualTo("false");
    assertThat(status.at("/stoppedBecause"))
        .isEqualTo("more people may read the fork than its origin");
    Response again = self.post(sync, "{'enabled':true}");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.message()).contains("more people may read the fork than its origin");

    admin.put("projects/" + fork.project().key(), "{'public':false}");
    assertThat(self.post(sync, "{'enabled':true}").status()).isEqualTo(200);
    assertThat(has("refs/heads/hidden")).isTrue();
    assertThat(self.get(sync).json().has("stoppedBecause")).isFalse();
  }

  private boolean has(String ref) throws IOException {
    return kit.server.get(Refs.class).snapshot(fork.id()).find(ref).isPresent();
  }

  /** All that the outbox had for the origin and the fork is told. */
  private void awaitTold() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            kit.jdbc
                    .sql("select count(*) from outbox_event where repository_id in (?, ?)")
                    .params(kit.origin.id(), fork.id())
                    .query(Long.class)
                    .single()
                == 0);
  }
}
