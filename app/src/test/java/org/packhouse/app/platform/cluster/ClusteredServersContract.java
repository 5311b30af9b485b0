package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.administration.Banners;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;

/** Two servers over one database and one shared home, and what they tell each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusteredServersContract {

  private static final Duration SEEN = Duration.ofSeconds(60);

  /** Sooner than what a node remembers is forgotten by itself. */
  private static final Duration TOLD = Duration.ofSeconds(8);

  private TestingServer one;
  private TestingServer two;

  /** A server of the cluster, to start. */
  protected abstract TestingServer.Builder node(String name);

  @BeforeAll
  void start(@TempDir Path shared) {
    String database = TestingDatabase.createMigrated();
    one = start("node-one", shared, database);
    two = start("node-two", shared, database);
    for (TestingServer server : new TestingServer[] {one, two}) {
      await().atMost(SEEN).until(() -> server.get(Membership.class).members().size() == 2);
    }
  }

  private TestingServer start(String name, Path shared, String database) {
    return node(name)
        .with("node.name", name)
        .with("packhouse.shared-home", shared.toString())
        .with("jdbc.url", database)
        .start();
  }

  @AfterAll
  void stop() {
    two.close();
    one.close();
  }

  @Test
  void eachSeesTheOtherBySessionAndName() {
    Member self = two.get(Membership.class).self();
    assertThat(one.get(Membership.class).members())
        .extracting(Member::id, Member::name, Member::version)
        .contains(tuple(self.id(), "node-two", self.version()));
    assertThat(one.get(UnseenNodes.class).all()).isEmpty();
    assertThat(TestingRest.admin(one).get("admin/cluster").at("/nodes/1/seen")).isEqualTo("true");
  }

  @Test
  void whatOneAnnouncesShowsOnTheOtherAtOnce() {
    String text = "Maintenance on " + UUID.randomUUID();
    Banners there = two.get(Banners.class);
    assertThat(there.find()).isEmpty();
    String banner = "{\"message\": \"" + text + "\", \"enabled\": true}";
    assertThat(TestingRest.admin(one).put("admin/banner", banner).status()).isLessThan(300);
    await()
        .atMost(TOLD)
        .untilAsserted(() -> assertThat(String.valueOf(there.find())).contains(text));
  }

  @Test
  void levelsOfLoggersAreSetOnAllNodesOrOnOne() {
    CopyOnWriteArrayList<String> heard = new CopyOnWriteArrayList<>();
    Topics.Listener listener =
        new Topics.Listener() {
          @Override
          public void onMessage(UUID sender, String message) {
            heard.add(message);
          }

          @Override
          public void onGap() {
            // Nothing is published meanwhile but by this test.
          }
        };
    try (Subscription _ = two.get(Topics.class).subscribe("log-levels", listener)) {
      TestingRest admin = TestingRest.admin(one);
      String logger = "logs/logger/org.example.";
      assertThat(admin.put(logger + "one/DEBUG?thisNode=true", "").status()).isEqualTo(204);
      assertThat(admin.put(logger + "all/WARN", "").status()).isEqualTo(204);
      await()
          .atMost(TOLD)
          .untilAsserted(() -> assertThat(heard).containsExactly("WARN org.example.all"));
    }
  }

  @Test
  void aUserIsShownAsTheOtherNodeHasNamedThem() {
    TestingRest admin = TestingRest.admin(one);
    String name = "shown-" + UUID.randomUUID();
    String made =
        "admin/users?name=%s&password=a-long-password&displayName=First&emailAddress=%s@example.org"
            .formatted(name, name);
    assertThat(admin.post(made, "").status()).isLessThan(300);
    Users there = two.get(Users.class);
    long id = there.findByName(name).orElseThrow().id();
    await().untilAsserted(() -> assertThat(shown(there, id)).isEqualTo("First"));
    String change = "{\"name\": \"" + name + "\", \"displayName\": \"Second\"}";
    assertThat(admin.put("admin/users", change).status()).isLessThan(300);
    assertThat(there.findByName(name).orElseThrow().displayName()).isEqualTo("Second");
    await().untilAsserted(() -> assertThat(shown(there, id)).isEqualTo("Second"));
    assertThat(there.findShownBySlug(name).orElseThrow().displayName()).isEqualTo("Second");
  }

  private static @Nullable String shown(Users users, long id) {
    User user = users.findAllById(List.of(id)).get(id);
    return user == null ? null : user.displayName();
  }
}
