package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tasks that gather what changes within some time. */
class GatheredTasksTest {

  private static final String TASK = "gathered";
  private static final Duration WAIT = Duration.ofSeconds(5);

  private static DriverManagerDataSource database;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private JdbcClient sql;
  private GatheredTasks tasks;

  @BeforeAll
  static void migrate() {
    String url = TestingDatabase.createMigrated();
    database = new DriverManagerDataSource(url, "postgres", "");
  }

  @BeforeEach
  void make() {
    sql = JdbcClient.create(database);
    sql.sql("delete from scheduled_tasks").update();
    Task<Void> task = Tasks.oneTime(TASK).execute((_, _) -> {});
    SchedulerClient client =
        SchedulerClient.Builder.create(new TransactionAwareDataSourceProxy(database), List.of(task))
            .build();
    InstantSource source = now::get;
    Clock clock = source.withZone(ZoneOffset.UTC);
    tasks = new GatheredTasks(clock);
    tasks.connect(client);
  }

  private List<String> rows() {
    return sql.sql("select task_instance from scheduled_tasks order by task_instance")
        .query((row, _) -> row.getString(1))
        .list();
  }

  /** Has the task done by whoever was first. */
  private void done() {
    sql.sql("delete from scheduled_tasks").update();
  }

  @Test
  void aTaskThatWaitsServesWhatChangesUntilShortlyBeforeItIsDue() {
    tasks.schedule(TASK, "1", WAIT);
    tasks.schedule(TASK, "2", WAIT);
    assertThat(rows()).containsExactly("1", "2");
    done();
    now.set(Instant.EPOCH.plusSeconds(4));
    assertThat(tasks.isWaiting(TASK, "1")).isTrue();
    tasks.schedule(TASK, "1", WAIT);
    assertThat(rows()).as("asked nothing of the database").isEmpty();

    now.set(Instant.EPOCH.plusMillis(4600));
    assertThat(tasks.isWaiting(TASK, "1")).isFalse();
    tasks.schedule(TASK, "1", WAIT);
    assertThat(rows()).containsExactly("1");
  }

  private Duration waitOf(String instance) {
    return sql.sql("select execution_time from scheduled_tasks where task_instance = ?")
        .param(instance)
        .query((row, _) -> Duration.between(now.get(), row.getTimestamp(1).toInstant()))
        .single();
  }

  @Test
  void whatChangesAllTheTimeIsLookedAtLessAndLessOftenAndWhatIsQuietSoonAgain() {
    tasks.schedule(TASK, "1", WAIT);
    assertThat(waitOf("1")).isEqualTo(WAIT);
    Duration before = WAIT;
    for (int seconds : new int[] {10, 16, 16}) {
      done();
      Duration later = before.plusSeconds(1);
      now.updateAndGet(it -> it.plus(later));
      tasks.schedule(TASK, "1", WAIT);
      before = waitOf("1");
      assertThat(before).isEqualTo(Duration.ofSeconds(seconds));
    }
    done();
    now.updateAndGet(it -> it.plusSeconds(33));
    tasks.schedule(TASK, "1", WAIT);
    assertThat(waitOf("1")).isEqualTo(WAIT);
  }

  @Test
  void aTaskThatGathersForLongGathersForNoLess() {
    Duration minute = Duration.ofMinutes(1);
    tasks.schedule(TASK, "1", minute);
    done();
    now.set(Instant.EPOCH.plus(minute));
    tasks.schedule(TASK, "1", minute);
    assertThat(waitOf("1")).isEqualTo(minute);
  }

  @Test
  void aClockThatIsSetBackMakesNoChangeWaitLonger() {
    tasks.schedule(TASK, "1", Duration.ofSeconds(1));
    done();
    now.set(Instant.EPOCH.minusSeconds(3600));
    await().until(() -> !tasks.isWaiting(TASK, "1"));
    tasks.schedule(TASK, "1", WAIT);
    assertThat(rows()).containsExactly("1");
  }

  @Test
  void whatIsDueAtOnceIsNotRemembered() {
    tasks.schedule(TASK, "1", Duration.ZERO);
    done();
    tasks.schedule(TASK, "1", Duration.ZERO);
    assertThat(rows()).containsExactly("1");
  }

  @Test
  void aTaskWhoseTransactionFailsIsNotReliedOn() {
    new TransactionTemplate(new JdbcTransactionManager(database))
        .executeWithoutResult(transaction -> {
          tasks.schedule(TASK, "1", WAIT);
          transaction.setRollbackOnly();
        });
    assertThat(rows()).isEmpty();
    tasks.schedule(TASK, "1", WAIT);
    assertThat(rows()).containsExactly("1");
  }

  @Test
  void aTaskOfAnotherNodeIsNotReliedOnForItMayBeginAtAnyTime() {
    tasks.schedule(TASK, "1", WAIT);
    anotherNode();
    tasks.schedule(TASK, "1", WAIT);
    assertThat(tasks.isWaiting(TASK, "1")).isFalse();
  }

  private void anotherNode() {
    List<String> before = rows();
    make();
    before.forEach(instance ->
        sql.sql(
                """
                insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
                values (?, ?, now(), false, 1)
                """)
            .params(TASK, instance)
            .update());
  }
}
