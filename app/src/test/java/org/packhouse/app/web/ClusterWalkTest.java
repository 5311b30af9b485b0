package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cluster.NodeReport;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two nodes over one database and one shared home, as administrators see them. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterWalkTest {

  /** Several reports: a node writes one every five seconds. */
  private static final Duration REPORTED = Duration.ofSeconds(20);

  private TestingServer one;
  private TestingServer two;
  private Chromium chromium;

  @BeforeAll
  void start(@TempDir Path shared) {
    String database = TestingDatabase.createMigrated();
    one = node("node-one", shared, database);
    two = node("node-two", shared, database);
    chromium = new Chromium(one);
  }

  private static TestingServer node(String name, Path shared, String database) {
    return TestingServer.builder()
        .with("node.name", name)
        .with("packhouse.shared-home", shared.toString())
        .with("jdbc.url", database)
        .start();
  }

  @AfterAll
  void stop() {
    chromium.close();
    two.close();
    one.close();
  }

  @Test
  void eachNodeTellsOfAllByRest() {
    for (TestingServer server : new TestingServer[] {one, two}) {
      await()
          .atMost(REPORTED)
          .untilAsserted(() -> {
            Response cluster = TestingRest.admin(server).get("admin/cluster");
            Assertions.assertThat(cluster.at("/nodes/0/name")).isEqualTo("node-one");
            Assertions.assertThat(cluster.at("/nodes/1/name")).isEqualTo("node-two");
            Assertions.assertThat(cluster.json().at("/nodes")).hasSize(2);
            Assertions.assertThat(cluster.at("/nodes/0/local"))
                .isEqualTo(Boolean.toString(server == one));
            Assertions.assertThat(one.httpUrl().toString())
                .endsWith(":" + cluster.at("/nodes/0/address/port"));
            Assertions.assertThat(two.httpUrl().toString())
                .endsWith(":" + cluster.at("/nodes/1/address/port"));
          });
    }
  }

  @Test
  void theConsoleKeepsUpWithAnotherNode() {
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/admin/clustering");
    assertThat(row(page, "node-one")).containsText("this one");
    assertThat(row(page, "node-two")).containsText("RUNNING", within());
    assertThat(row(page, "node-two")).containsText(" ms", within());

    two.get(NodeStatus.class).drain();
    assertThat(row(page, "node-two")).containsText("DRAINING", within());
    assertThat(row(page, "node-two"))
        .containsText("nothing left to finish: it may be stopped", within());
    assertThat(page.locator("#nodes")).containsText("1 not active");
    press(page, "Activate node-two");
    assertThat(row(page, "node-two")).containsText("RUNNING", within());
    assertThat(page.locator("#nodes")).containsText("healthy", within());
    press(page, "Drain node-two");
    await().atMost(REPORTED).until(() -> status(two) == 503);
    Assertions.assertThat(status(one)).isEqualTo(200);
    assertThat(row(page, "node-two")).containsText("DRAINING", within());
    press(page, "Activate node-two");
    await().atMost(REPORTED).until(() -> status(two) == 200);
    assertThat(page.locator("#events")).containsText("node-two was asked to drain", within());
    assertThat(page.locator("#events")).containsText("node-two serves; version", within());
  }

  @Test
  void theConsoleTellsWorkThatWaitsFromWorkThatIsDone() {
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/admin/clustering");
    Locator imports = work(page, "imports");
    assertThat(imports).containsText("ms, at most", within());
    assertThat(page.locator("#work [role=alert]")).hasCount(0);
    two.get(JdbcClient.class)
        .sql(
            """
            insert into scheduled_tasks
              (task_name, task_instance, execution_time, picked, version)
            values ('task-of-a-later-version', 'one', now() - interval '3 minutes', false, 1)
            """)
        .update();
    assertThat(page.locator("#work [role=alert]"))
        .containsText("task-of-a-later-version waits since", within());
    assertThat(work(page, "task-of-a-later-version").locator("td").first()).hasText("1");
  }

  private static Locator work(Page page, String name) {
    return page.locator("#work tbody tr").filter(new Locator.FilterOptions().setHasText(name));
  }

  @Test
  void eachNodeDrainsAnotherByRest() {
    TestingRest admin = TestingRest.admin(two);
    String drain = "/rest/packhouse/latest/admin/cluster/nodes/node-one/drain";
    await().atMost(REPORTED).until(() -> admin.post(drain, "").status() == 204);
    await().atMost(REPORTED).until(() -> status(one) == 503);
    Assertions.assertThat(admin.delete(drain).status()).isEqualTo(204);
    await().atMost(REPORTED).until(() -> status(one) == 200);
    Assertions.assertThat(
            two.get(JdbcClient.class)
                .sql("select action from audit_event where subject = 'node-one' order by id")
                .query(String.class)
                .list())
        .endsWith("node.drained", "node.activated");
    Response unknown = admin.post(drain.replace("node-one", "node-none"), "");
    Assertions.assertThat(unknown.status()).isEqualTo(404);
    Assertions.assertThat(unknown.message())
        .isEqualTo("No node that was heard of lately is called \"node-none\".");
  }

  private static int status(TestingServer server) {
    return TestingRest.anonymous(server).get("/status").status();
  }

  private static void press(Page page, String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button)).click();
  }

  @Test
  void aNodeThatIsNotHeardOfIsLateAndGoesWithItsSession() {
    UUID session = UUID.randomUUID();
    JdbcClient sql = one.get(JdbcClient.class);
    sql.sql("insert into node_session (id, node_name, address) values (?, 'node-mute', 'here')")
        .param(session)
        .update();
    sql.sql(
            """
            insert into node_report
            select ?, 'node-mute', state, version, host_name, address, http_port, started_at,
                   now() - interval '1 minute', '{"cpu": 0.5, "of the next version": [1]}'
              from node_report limit 1
            """)
        .param(session)
        .update();

    Assertions.assertThat(one.get(NodeReports.class).all())
        .filteredOn(report -> report.times().late())
        .extracting(NodeReport::name)
        .containsExactly("node-mute");

    sql.sql("delete from node_session where id = ?").param(session).update();
    Assertions.assertThat(one.get(NodeReports.class).all())
        .extracting(NodeReport::name)
        .doesNotContain("node-mute");
  }

  private static Locator row(Page page, String name) {
    return page.locator("#nodes tbody tr").filter(new Locator.FilterOptions().setHasText(name));
  }

  private static LocatorAssertions.ContainsTextOptions within() {
    return new LocatorAssertions.ContainsTextOptions().setTimeout((double) REPORTED.toMillis());
  }
}
