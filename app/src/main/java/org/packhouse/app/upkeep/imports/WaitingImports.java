package org.packhouse.app.upkeep.imports;

import java.time.OffsetDateTime;
import java.util.List;
import org.packhouse.app.platform.outbox.WorkQueue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Imports that wait for a worker. */
@Component
class WaitingImports implements WorkQueue {

  /** What running imports are measured as. */
  static final String WORK = "import";

  private final JdbcClient sql;

  WaitingImports(JdbcClient sql) {
    this.sql = sql;
  }

  @Override
  public List<Waiting> waiting() {
    return sql.sql(
            """
            select count(*), min(created_at) from repository_import
             where state = 'QUEUED' having count(*) > 0
            """)
        .query((row, _) ->
            new Waiting(WORK, row.getLong(1), row.getObject(2, OffsetDateTime.class).toInstant()))
        .list();
  }
}
