package org.packhouse.app.review.pullrequest.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.review.pullrequest.PullRequestKit;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

class AutoDeclineRestTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String ofRepository;
  private String ofProject;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
    ofRepository = kit.path + "/settings/auto-decline";
    ofProject = "projects/" + kit.repository.project().key() + "/settings/auto-decline";
  }

  @Test
  void theRepositorysSettingCountsThenTheProjects() {
    assertThat(kit.admin.get(ofRepository).at("/enabled")).isEqualTo("false");
    assertThat(kit.admin.get(ofRepository).at("/scope/type")).isEqualTo("GLOBAL");
    Response set = kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':12}");
    assertThat(set.at("/scope/type")).as(set.response().body()).isEqualTo("PROJECT");
    assertThat(kit.admin.get(ofRepository).at("/inactivityWeeks")).isEqualTo("12");
    kit.admin.put(ofRepository, "{'enabled':true,'inactivityWeeks':2}");
    kit.admin.put(ofRepository, "{'enabled':false}");
    Response own = kit.admin.get(ofRepository);
    assertThat(own.at("/enabled")).isEqualTo("false");
    assertThat(own.at("/inactivityWeeks")).isEqualTo("2");
    assertThat(own.at("/scope/resourceId")).isEqualTo(Long.toString(kit.repository.id()));
    assertThat(kit.admin.delete(ofRepository).status()).isEqualTo(204);
    assertThat(kit.admin.get(ofRepository).at("/scope/type")).isEqualTo("PROJECT");
    assertThat(kit.admin.delete(ofProject).status()).isEqualTo(204);
    assertThat(kit.admin.get(ofProject).at("/scope/type")).isEqualTo("GLOBAL");
  }

  @Test
  void refusesOtherNumbersOfWeeksAndWhoMayNot() {
    for (String wrong :
        new String[] {
          "{}",
          "{'inactivityWeeks':4}",
          "{'enabled':true,'inactivityWeeks':0}",
          "{'enabled':true,'inactivityWeeks':3}",
          "{'enabled':true,'inactivityWeeks':-1}"
        }) {
      assertThat(kit.admin.put(ofRepository, wrong).status()).as(wrong).isEqualTo(400);
      assertThat(kit.admin.put(ofProject, wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(
            kit.as(kit.user("writer", Permission.REPO_WRITE))
                .put(ofRepository, "{'enabled':true}")
                .status())
        .isEqualTo(401);
  }

  @Test
  void declinesThoseToWhichNobodyHasDoneAnythingForThatLong() {
    for (String branch : new String[] {"idle", "busy", "said", "answered"}) {
      kit.branch(branch, branch, "1");
      kit.opened(branch);
    }
    long answered = say(4, "{'text':'Still wanted?'}");
    letFiveWeeksPass();
    kit.as(kit.user("reviewer", Permission.REPO_READ)).post(kit.of(2) + "/approve", "{}");
    say(3, "{'text':'I am on it'}");
    say(4, "{'text':'Yes','parent':{'id':%d}}".formatted(answered));
    declineAll();
    assertThat(kit.get(1).at("/state")).as("nobody has said so").isEqualTo("OPEN");
    kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':8}");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("not for that long").isEqualTo("OPEN");
    kit.admin.put(ofRepository, "{'enabled':false,'inactivityWeeks':4}");
    kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':4}");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("the repository says no").isEqualTo("OPEN");
    kit.admin.delete(ofRepository);
    declineAll();
    assertThat(kit.get(1).at("/state")).isEqualTo("DECLINED");
    assertThat(kit.admin.get(kit.of(1) + "/activities").at("/values/0/action"))
        .isEqualTo("DECLINED");
    for (int busy = 2; busy <= 4; busy++) {
      assertThat(kit.get(busy).at("/state")).as("number " + busy).isEqualTo("OPEN");
    }
    assertThat(kit.admin.post(kit.of(1) + "/reopen?version=1", "{}").at("/state"))
        .isEqualTo("OPEN");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("it was reopened now").isEqualTo("OPEN");
  }

  @Test
  void oneThatIsChangedMeanwhileStaysOpenAndTheOthersAreDeclined() {
    openTwoThatAreIdle();
    declineAllWhileTheFirstIsLocked(_ -> {});
    assertThat(kit.get(1).at("/state")).as("changed meanwhile").isEqualTo("OPEN");
    assertThat(kit.get(1).at("/title")).isEqualTo("Wanted");
    assertThat(kit.get(2).at("/state")).isEqualTo("DECLINED");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("the next time").isEqualTo("DECLINED");
  }

  @Test
  void oneThatFailsKeepsNoneOfTheOthersFromBeingDeclined() {
    openTwoThatAreIdle();
    declineAllWhileTheFirstIsLocked(waiting ->
        assertThat(
                sql("select pg_terminate_backend(?)").param(waiting).query(Boolean.class).single())
            .isTrue());
    assertThat(kit.get(1).at("/state")).as("its connection is lost").isEqualTo("OPEN");
    assertThat(kit.get(2).at("/state")).isEqualTo("DECLINED");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("the next time").isEqualTo("DECLINED");
  }

  private void openTwoThatAreIdle() {
    for (String branch : new String[] {"first", "second"}) {
      kit.branch(branch, branch, "1");
      kit.opened(branch);
    }
    letFiveWeeksPass();
    kit.admin.put(ofRepository, "{'enabled':true,'inactivityWeeks':4}");
  }

  /**
   * Changes the first pull request in a transaction that ends when its declining waits for it.
   *
   * @param meanwhile gets the process of the database that waits
   */
  private void declineAllWhileTheFirstIsLocked(IntConsumer meanwhile) {
    CompletableFuture<Void> declining =
        kit.server
            .get(TransactionTemplate.class)
            .execute(_ -> {
              sql("""
              update pull_request set title = 'Wanted', version = version + 1
               where to_repository_id = ? and number = 1
              """)
                  .param(kit.repository.id())
                  .update();
              int holder = sql("select pg_backend_pid()").query(Integer.class).single();
              CompletableFuture<Void> begun = CompletableFuture.runAsync(this::declineAll);
              await().until(() -> waitingFor(holder).isPresent());
              meanwhile.accept(waitingFor(holder).orElseThrow());
              return begun;
            });
    Objects.requireNonNull(declining).join();
  }

  private Optional<Integer> waitingFor(int holder) {
    return sql("select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))")
        .param(holder)
        .query(Integer.class)
        .optional();
  }

  private void letFiveWeeksPass() {
    sql("update pull_request set updated_at = now() - interval '5 weeks' where to_repository_id = ?")
        .param(kit.repository.id())
        .update();
    sql("""
    update pull_request_activity set created_at = now() - interval '5 weeks'
     where pull_request_id in (select id from pull_request where to_repository_id = ?)
    """)
        .param(kit.repository.id())
        .update();
  }

  private JdbcClient.StatementSpec sql(String statement) {
    return kit.server.get(JdbcClient.class).sql(statement);
  }

  private void declineAll() {
    kit.server.get(AutoDeclines.class).declineAll();
  }

  private long say(long number, String body) {
    Response said = kit.admin.post(kit.of(number) + "/comments", body);
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said.json().at("/id").asLong();
  }
}
