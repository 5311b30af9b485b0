package org.packhouse.app.identity.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.cluster.ReportedState;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.cluster.NodeState;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Each door's words while the server is in maintenance, and while its node drains. */
class MaintenanceTest {

  private static final String SWITCH = "/rest/packhouse/latest/admin/maintenance";
  private static final String NODE = "/rest/packhouse/latest/admin/node";
  private static final String USUAL = "The server is in maintenance. Try again later.";
  private static final String PASSWORD = "a password of a reader";

  private static TestingServer server;
  private static TestingRest admin;
  private static Repository repository;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    server = TestingServer.builder().start();
    admin = TestingRest.admin(server);
    repository = TestingProjects.in(server).publicRepository();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void end() {
    assertThat(admin.put(SWITCH, "{'enabled': false}").status()).isEqualTo(200);
    assertThat(admin.put(NODE, "{'state': 'ACTIVE'}").status()).isEqualTo(200);
  }

  @Test
  void theOtherNodesAreToldOfIt() {
    assertThat(announced()).isEqualTo(new ReportedState(NodeState.ACTIVE.name()));
    begin();
    assertThat(announced()).isEqualTo(new ReportedState(NodeState.MAINTENANCE.name()));
    assertThat(admin.put(NODE, "{'state': 'DRAINING'}").status()).isEqualTo(200);
    assertThat(announced()).isEqualTo(new ReportedState(NodeState.DRAINING.name()));
    assertThat(admin.get("/rest/api/latest/admin/cluster").at("/running")).isEqualTo("false");
    assertThat(admin.put(NODE, "{'state': 'ACTIVE'}").status()).isEqualTo(200);
    assertThat(announced()).isEqualTo(new ReportedState(NodeState.MAINTENANCE.name()));
    assertThat(admin.put(SWITCH, "{'enabled': false}").status()).isEqualTo(200);
    assertThat(announced()).isEqualTo(new ReportedState(NodeState.ACTIVE.name()));
    Response cluster = admin.get("/rest/api/latest/admin/cluster");
    assertThat(cluster.at("/running")).isEqualTo("true");
    assertThat(cluster.at("/localNode/state")).isEqualTo("RUNNING");
    assertThat(cluster.at("/nodes/0/version")).isEqualTo(NodeReports.version());
  }

  @Test
  void theOtherNodesAreToldThoughNobodyAsksThisOne() {
    String notice = "{\"since\":\"2026-01-01T00:00:00Z\",\"startedBy\":\"ada\",\"message\":null}";
    JdbcClient jdbc = server.get(JdbcClient.class);
    jdbc.sql("insert into setting (name, value) values ('maintenance', ?)").param(notice).update();
    await().until(() -> announced().is(NodeState.MAINTENANCE));
    jdbc.sql("delete from setting where name = 'maintenance'").update();
    await().until(() -> announced().is(NodeState.ACTIVE));
  }

  private static ReportedState announced() {
    return server.get(NodeReports.class).own().state();
  }

  @Test
  void refusesGitOverHttp() {
    begin();
    GitFixture.Result result =
        GitFixture.in(directory).run("ls-remote", server.httpUrl() + "/scm/" + path() + ".git");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains("503");
    assertThat(TestingRest.anonymous(server).get(advertisement()).response().body())
        .contains(USUAL);
  }

  @Test
  void refusesGitOverSsh() {
    try (TestingSsh ssh = TestingSsh.of(server)) {
      String name = TestingPeople.uniqueName("reader");
      Path key = ssh.createKey(TestingPeople.of(server).createUser(name, PASSWORD));
      begin();
      TestingSsh.Result result = ssh.git(key, directory, "ls-remote", ssh.url(repository));
      assertThat(result.status()).isNotZero();
      assertThat(result.err()).contains(USUAL);
    }
  }

  @Test
  void turnsUsersAwayFromRestAndPagesButNotFromTheProbe() throws Exception {
    String name = TestingPeople.uniqueName("reader");
    TestingPeople.of(server).createUser(name, PASSWORD);
    TestingRest reader = TestingRest.user(server, name, PASSWORD);
    assertThat(admin.put(SWITCH, "{'enabled': true, 'message': 'Back at ten.'}").at("/message"))
        .isEqualTo("Back at ten.");
    TestingRest.Response refused = reader.get("/rest/api/latest/projects");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.message()).isEqualTo("Back at ten.");
    assertThat(refused.response().headers().firstValue("Retry-After")).hasValue("60");
    HttpResponse<String> page = page("/projects");
    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(page.body()).contains("Back at ten.");
    assertThat(TestingRest.anonymous(server).get("/login").status()).isEqualTo(200);
    assertThat(TestingRest.anonymous(server).get("/status").response().body())
        .isEqualTo("{\"state\":\"MAINTENANCE\"}");
    assertThat(TestingRest.anonymous(server).get("/status").status()).isEqualTo(200);
  }

  @Test
  void letsSystemAdministratorsWorkAndEndIt() {
    begin();
    assertThat(admin.get("/rest/api/latest/projects").status()).isEqualTo(200);
    assertThat(admin.get(SWITCH).at("/startedBy")).isEqualTo(TestingServer.ADMIN);
    assertThat(admin.put(SWITCH, "{'enabled': false}").at("/enabled")).isEqualTo("false");
    assertThat(TestingRest.anonymous(server).get(advertisement()).status()).isEqualTo(200);
    assertThat(
            server
                .get(JdbcClient.class)
                .sql("select count(*) from audit_event where action like 'maintenance.%'")
                .query(Long.class)
                .single())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void everyPageRemindsThoseWhoAreLetIn() {
    String told = "The server is in maintenance: everybody but system administrators";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get("/projects").body()).doesNotContain(told);
      begin();
      assertThat(browser.get("/projects").body()).contains(told, "href=\"/admin/maintenance\"");
      assertThat(TestingRest.anonymous(server).get("/login").response().body())
          .contains(told)
          .doesNotContain("href=\"/admin/maintenance\"");
    }
  }

  @Test
  void keepsItsBeginningWhenTheMessageChanges() {
    String since = begin().at("/since");
    TestingRest.Response changed = admin.put(SWITCH, "{'enabled': true, 'message': 'At noon.'}");
    assertThat(changed.at("/since")).isEqualTo(since);
    assertThat(changed.at("/message")).isEqualTo("At noon.");
  }

  @Test
  void refusesWhatSaysNeitherOnNorOff() {
    assertThat(admin.put(SWITCH, "{}").at("/errors/0/context")).isEqualTo("enabled");
    assertThat(
            admin
                .put(SWITCH, "{'enabled': true, 'message': '%s'}".formatted("x".repeat(1001)))
                .at("/errors/0/context"))
        .isEqualTo("message");
    assertThat(admin.put(NODE, "{'state': 'ASLEEP'}").message()).contains("\"ASLEEP\"");
  }

  @Test
  void drainsAndServesOnWhileLoadBalancersLookElsewhere() {
    assertThat(admin.put(NODE, "{'state': 'DRAINING'}").at("/state")).isEqualTo("DRAINING");
    assertThat(TestingRest.anonymous(server).get("/status").status()).isEqualTo(503);
    assertThat(TestingRest.anonymous(server).get(advertisement()).status()).isEqualTo(200);
    assertThat(admin.put(NODE, "{'state': 'ACTIVE'}").at("/state")).isEqualTo("ACTIVE");
    assertThat(TestingRest.anonymous(server).get("/status").status()).isEqualTo(200);
  }

  private static HttpResponse<String> page(String path) throws Exception {
    try (HttpClient browser = HttpClient.newHttpClient()) {
      return browser.send(
          HttpRequest.newBuilder(server.httpUrl().resolve(path))
              .header("Accept", "text/html")
              .build(),
          BodyHandlers.ofString());
    }
  }

  private static TestingRest.Response begin() {
    TestingRest.Response begun = admin.put(SWITCH, "{'enabled': true}");
    assertThat(begun.status()).isEqualTo(200);
    return begun;
  }

  private static String path() {
    return repository.path();
  }

  private static String advertisement() {
    return "/scm/" + path() + ".git/info/refs?service=git-upload-pack";
  }
}
