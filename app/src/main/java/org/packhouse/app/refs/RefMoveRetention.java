package org.packhouse.app.refs;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Forgets moves that nobody asks for any more: readers ask for minutes, recovery for a day. */
@Configuration(proxyBeanMethods = false)
class RefMoveRetention {

  static final Duration KEPT = Duration.ofDays(7);

  private static final Duration EVERY = Duration.ofHours(6);

  @Bean
  RecurringTask<Void> refMoveRetentionTask(JdbcClient sql, Clock clock) {
    return Tasks.recurring("ref-move-retention", FixedDelay.of(EVERY))
        .execute((instance, context) -> forgetOld(sql, clock));
  }

  /**
   * Deletes what is old.
   *
   * @return how many moves
   */
  static int forgetOld(JdbcClient sql, Clock clock) {
    return sql.sql("delete from ref_move where moved_at < ?")
        .param(clock.instant().minus(KEPT).atOffset(ZoneOffset.UTC))
        .update();
  }
}
