package org.packhouse.app.platform.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Events that wait for their listeners, and tasks of the scheduler that wait for a thread. */
@Component
class WaitingWork implements WorkQueue {

  private final JdbcClient sql;

  WaitingWork(JdbcClient sql) {
    this.sql = sql;
  }

  @Override
  public List<Waiting> waiting() {
    return Stream.concat(events().stream(), tasks().stream()).toList();
  }

  private List<Waiting> events() {
    return sql.sql(
            """
            select listener, count(*), min(next_try_at) from outbox_event
             where claimed_by is null and next_try_at <= now() group by listener
            """)
        .query((row, _) -> waiting(row))
        .list();
  }

  private List<Waiting> tasks() {
    return sql.sql(
            """
            select task_name, count(*), min(execution_time) from scheduled_tasks
             where not picked and execution_time <= now() group by task_name
            """)
        .query((row, _) -> waiting(row))
        .list();
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    return new Waiting(
        row.getString(1), row.getLong(2), row.getObject(3, OffsetDateTime.class).toInstant());
  }
}
