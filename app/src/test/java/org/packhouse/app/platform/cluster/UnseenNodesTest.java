package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cluster.UnseenNodes.UnseenNode;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.cluster.Membership;

@Tag("full")
@Tag("nodes")
class UnseenNodesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Test
  void bothSidesTellOfANodeThatLivesUnseenUntilItIsSeen(@TempDir Path shared) throws IOException {
    String database = TestingDatabase.createMigrated();
    HazelcastPlaces places = new HazelcastPlaces(2);
    try (TestingServer one = node("node-one", places, 0, shared, database).start()) {
      try (TestingServer two =
          node("node-two", places, 1, shared, database)
              .with("hazelcast.group.password", "a secret of others")
              .start()) {
        assertTells(one, "node-two");
        assertTells(two, "node-one");
        assertThat(one.get(Membership.class).members()).hasSize(1);
      }
      await().atMost(PATIENCE).until(() -> one.get(UnseenNodes.class).all().isEmpty());
      try (TestingServer two = node("node-two", places, 1, shared, database).start()) {
        await().atMost(PATIENCE).until(() -> two.get(Membership.class).members().size() == 2);
        assertThat(one.get(UnseenNodes.class).all()).isEmpty();
      }
    }
  }

  private static TestingServer.Builder node(
      String name, HazelcastPlaces places, int place, Path shared, String database) {
    return places
        .at(place, TestingServer.builder())
        .with("node.name", name)
        .with("packhouse.shared-home", shared.toString())
        .with("jdbc.url", database);
  }

  private static void assertTells(TestingServer server, String unseen) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(server.get(UnseenNodes.class).all())
                .extracting(UnseenNode::name)
                .containsExactly(unseen));
    TestingRest.Response cluster = TestingRest.admin(server).get("admin/cluster");
    for (int i = 0; i < 2; i++) {
      assertThat(cluster.at("/nodes/" + i + "/seen"))
          .isEqualTo(Boolean.toString(!cluster.at("/nodes/" + i + "/name").equals(unseen)));
    }
    try (Chromium chromium = new Chromium(server)) {
      Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      page.navigate("/admin/clustering");
      assertThat(page.locator("#nodes [role=alert]").textContent())
          .contains(unseen)
          .contains("is not seen by this one");
    }
  }
}
