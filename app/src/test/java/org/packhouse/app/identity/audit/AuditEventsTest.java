package org.packhouse.app.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Audit events are found, kept in a file and forgotten. */
class AuditEventsTest {

  private static final String PASSWORD = "a-password-of-audit";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final AuditEvents events = server.get(AuditEvents.class);
  private final String thing = TestingPeople.uniqueName("thing");

  private void write(String action, String subject) {
    server
        .get(TransactionTemplate.class)
        .executeWithoutResult(_ ->
            server.get(AuditTrail.class).write(action, subject, Map.of("how", "well\n\"so\"")));
  }

  private static AuditFilter of(String action, String subject) {
    return AuditFilter.of(new AuditFilter.Text(null, action, subject, null), null, null, null);
  }

  @Test
  void isFoundByWhatWasDoneAndToWhat() {
    write("test.made", thing);
    write("test.changed", thing + "%");
    write("tests.other", thing);
    assertThat(events.find(of("test.", thing), 0, 10)).hasSize(2);
    assertThat(events.find(of("test.made", thing.toUpperCase(Locale.ROOT)), 0, 10)).hasSize(1);
    assertThat(events.find(of("test.", thing + "%"), 0, 10))
        .singleElement()
        .satisfies(event -> assertThat(event.action()).isEqualTo("test.changed"));
    assertThat(events.find(of("test.", thing + "_"), 0, 10)).isEmpty();
    AuditEvent latest = events.find(of("test.", thing), 0, 1).getFirst();
    assertThat(latest.details()).containsEntry("how", "well\n\"so\"");
    assertThat(latest.origin().node()).isNotBlank();
    assertThat(events.find(of("test.", thing).olderThan(latest.id()), 0, 10)).hasSize(1);
  }

  @Test
  void aFileHasALineForEachAfterItsCommit() throws IOException {
    server
        .get(TransactionTemplate.class)
        .executeWithoutResult(transaction -> {
          server.get(AuditTrail.class).write("test.undone", thing, Map.of());
          transaction.setRollbackOnly();
        });
    write("test.filed", thing);
    await().atMost(Duration.ofSeconds(10)).until(() -> !lines().isEmpty());
    assertThat(lines())
        .singleElement()
        .satisfies(line ->
            assertThat(line)
                .startsWith("{")
                .endsWith("}")
                .contains("\"action\":\"test.filed\"", "well\\n\\\"so\\\""));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(server.get(Homes.class).log().resolve("audit.log")).stream()
        .filter(line -> line.contains('"' + thing + '"'))
        .toList();
  }

  @Test
  void whatIsOldIsForgotten() {
    write("test.old", thing);
    write("test.new", thing);
    server
        .get(JdbcClient.class)
        .sql(
            "update audit_event set at = now() - interval '9 years' where subject = ? and action = 'test.old'")
        .param(thing)
        .update();
    assertThat(events.deleteOlderThan(Duration.ofDays(8 * 365))).isPositive();
    assertThat(events.find(of("test.", thing), 0, 10)).hasSize(1);
  }

  @Test
  void restShowsItToSystemAdministratorsWithFilters() {
    people.createUser(thing, PASSWORD);
    var found = admin.get("/rest/audit/1.0/events?action=user.created&subject=" + thing);
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.at("/size")).isEqualTo("1");
    assertThat(found.at("/values/0/area")).isEqualTo("permissions");
    assertThat(admin.get("/rest/audit/1.0/events?from=yesterday").at("/errors/0/context"))
        .isEqualTo("from");
    assertThat(admin.get("/rest/audit/1.0/events?until=2001-01-01").at("/size")).isEqualTo("0");
    assertThat(TestingRest.user(server, thing, PASSWORD).get("/rest/audit/latest/events").status())
        .isIn(401, 403);
  }

  @Test
  void aProjectShowsItsOwnToItsAdministratorsAndNothingOfUsersOfItsName() {
    TestingProjects projects = TestingProjects.in(server);
    Project project = projects.project();
    Repository repository = projects.repository(project);
    User owner = people.createUser(TestingPeople.uniqueName("owner"), PASSWORD);
    people.grant(owner, new ProjectId(project.id()), Permission.PROJECT_ADMIN);
    write("user.password-changed", project.key());
    write("webhook.created", repository.path());
    write("webhook.created", repository.path() + "x");
    TestingRest rest = TestingRest.user(server, owner.name(), PASSWORD);
    String path = "/rest/audit/1.0/projects/" + project.key();
    assertThat(rest.get(path + "/events").response().body())
        .contains("permission.granted", "webhook.created")
        .doesNotContain("password-changed");
    assertThat(rest.get(path + "/repos/" + repository.slug() + "/events").response().body())
        .contains("\"" + repository.path() + "\"")
        .doesNotContain(repository.path() + "x");
  }

  @Test
  void theLevelOfAnAreaSaysWhatIsWrittenDown() {
    var levels =
        new AuditSettings.Levels(
            AuditLevel.BASE, AuditLevel.OFF, AuditLevel.ADVANCED, AuditLevel.FULL);
    var settings = new AuditSettings(levels, Duration.ofDays(1), new AuditSettings.File(false));
    assertThat(settings.covers("sign-in.refused")).isTrue();
    assertThat(settings.covers("sign-in.session")).isFalse();
    assertThat(settings.covers("user.deleted")).isFalse();
    assertThat(settings.covers("pull-request.settings-changed")).isTrue();
    assertThat(settings.covers("mail-server.changed")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01,false,2026-03-01T00:00:00Z",
    "2026-03-01,true,2026-03-02T00:00:00Z",
    "1000,true,1970-01-01T00:00:01Z"
  })
  void timesAreDaysOrMilliseconds(String typed, boolean end, Instant time) {
    assertThat(AuditFilter.parseTime("from", typed, end)).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({"never", "2026-13-01", "999999999999999", "-1", "+1000000000-12-31T23:59:59Z"})
  void whatIsNoTimeIsRefused(String typed) {
    assertThatThrownBy(() -> AuditFilter.parseTime("from", typed, false))
        .isInstanceOf(InvalidFieldException.class);
  }
}
