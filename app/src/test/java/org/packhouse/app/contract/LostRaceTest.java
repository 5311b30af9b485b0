package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectChange;
import org.packhouse.app.hosting.project.ProjectChanges;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Of two who change the same thing at once, the later one hears of it, and changes nothing. */
class LostRaceTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final JdbcClient jdbc = server.get(JdbcClient.class);

  @Test
  void theLaterChangeOfAProjectIsAConflict() {
    Project project = TestingProjects.in(server).project();
    String path = "projects/" + project.key();
    Response late =
        race(
            () ->
                server
                    .get(ProjectChanges.class)
                    .update(project.id(), new ProjectChange(null, null, "first", null)),
            () -> admin.send("PUT", path, "{'description':'second'}"),
            "update project%");
    assertConflict(late);
    assertThat(admin.get(path).at("/description")).isEqualTo("first");
  }

  @Test
  void theLaterChangeOfAUserIsAConflict() {
    User user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("raced"), "a-long-password");
    Response late =
        race(
            () -> server.get(Accounts.class).describe(user, "first", null),
            () ->
                admin.send(
                    "PUT",
                    "admin/users",
                    "{'name':'%s','displayName':'second','email':'a@example.org'}"
                        .formatted(user.name())),
            "update users%");
    assertConflict(late);
    assertThat(admin.get("users/" + user.slug()).at("/displayName")).isEqualTo("first");
  }

  private static void assertConflict(Response late) {
    assertThat(late.status()).as(late.response().body()).isEqualTo(409);
    assertThat(late.message()).startsWith("Somebody else has changed this at the same time.");
  }

  /** The first change is committed when the second one waits for the row. */
  private Response race(Runnable first, Supplier<Response> second, String statement) {
    CompletableFuture<Response> late =
        server
            .get(TransactionTemplate.class)
            .execute(_ -> {
              first.run();
              CompletableFuture<Response> begun = CompletableFuture.supplyAsync(second);
              await().until(() -> waits(statement));
              return begun;
            });
    return Objects.requireNonNull(late).join();
  }

  private boolean waits(String statement) {
    return jdbc.sql(
            """
            select exists (
              select 1 from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' and query like ?)
            """)
        .param(statement)
        .query(Boolean.class)
        .single();
  }
}
