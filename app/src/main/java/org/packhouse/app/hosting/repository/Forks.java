package org.packhouse.app.hosting.repository;

import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds forks; asks no permission. */
@Component
public class Forks {

  private final JdbcClient jdbc;

  Forks(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Lists the ids of a repository's forks that are not in the trash, ascending. */
  public List<Long> of(long originId) {
    return jdbc.sql(
            "select id from repository where origin_id = ? and trashed_at is null order by id")
        .param(originId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Returns the available ones that have forks, by id, also in the trash. */
  public List<Long> originsAmong(Collection<Long> ids) {
    return jdbc.sql(
            """
            select r.id from repository r
             where r.id = any(?) and r.state = 'AVAILABLE'
               and exists (select 1 from repository f where f.origin_id = r.id)
             order by r.id
            """)
        .param(ids.toArray(Long[]::new))
        .query((row, _) -> row.getLong(1))
        .list();
  }
}
