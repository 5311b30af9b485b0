package org.packhouse.app.hosting.repository;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Lists the ids of all repositories, also those in creation and in the trash. */
public final class RepositoryIds {

  private RepositoryIds() {}

  public static List<Long> in(JdbcClient sql) {
    return sql.sql("select id from repository order by id")
        .query((row, _) -> row.getLong(1))
        .list();
  }
}
