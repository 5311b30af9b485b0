package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A task of a later version, of which this node does not know what it does. */
class UnknownTaskTest {

  private static final int RUNS = 5;

  @Test
  void waitsForANodeThatKnowsIt() {
    String url = TestingDatabase.createMigrated();
    DriverManagerDataSource database = new DriverManagerDataSource(url, "postgres", "");
    JdbcClient sql = JdbcClient.create(database);
    sql.sql(
            """
            insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            values ('of-a-later-version', 'one', current_date - 1, false, 1)
            """)
        .update();
    AtomicInteger runs = new AtomicInteger();
    Task<?> known =
        Tasks.recurring("known", FixedDelay.of(Duration.ofMillis(1)))
            .execute((_, _) -> runs.incrementAndGet());
    Scheduler scheduler =
        SchedulerConfiguration.scheduler(
            database,
            List.of(known),
            new GatheredTasks(Clock.systemUTC()),
            Duration.ofMillis(10),
            new WorkMeters(new SimpleMeterRegistry()),
            Clock.systemUTC());
    scheduler.start();
    try {
      await().until(() -> runs.get() >= RUNS);
    } finally {
      scheduler.stop();
    }
    assertThat(
            sql.sql(
                    """
                    select count(*) from scheduled_tasks
                     where task_name = 'of-a-later-version' and not picked
                       and execution_time <= current_date and consecutive_failures is null
                    """)
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }
}
