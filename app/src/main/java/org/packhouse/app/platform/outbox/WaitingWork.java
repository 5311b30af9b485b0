package org.packhouse.app.platform.outbox;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Events and scheduled tasks that wait. */
@Component
class WaitingWork implements WorkQueue {

  private static final RowMapper<Waiting> WAITING = new SimplePropertyRowMapper<>(Waiting.class);

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
            select listener as work, count(*), min(next_try_at) as due_since from outbox_event
             where claimed_by is null and next_try_at <= now() group by listener
            """)
        .query(WAITING)
        .list();
  }

  private List<Waiting> tasks() {
    return sql.sql(
            """
            select task_name as work, count(*), min(execution_time) as due_since from scheduled_tasks
             where not picked and execution_time <= now() group by task_name
            """)
        .query(WAITING)
        .list();
  }
}
