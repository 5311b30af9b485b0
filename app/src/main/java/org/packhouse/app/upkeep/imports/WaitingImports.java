package org.packhouse.app.upkeep.imports;

import java.time.OffsetDateTime;
import java.util.List;
import org.packhouse.app.platform.outbox.WorkQueue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Queued imports. */
@Component
class WaitingImports implements WorkQueue {

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
