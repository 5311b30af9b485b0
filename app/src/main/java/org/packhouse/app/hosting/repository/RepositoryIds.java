package org.packhouse.app.hosting.repository;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Names all repositories, those that are being made and those in the trash too. */
public final class RepositoryIds {

  private RepositoryIds() {}

  /** The ids that a connection sees, in their order. */
  public static List<Long> in(JdbcClient sql) {
    return sql.sql("select id from repository order by id").query(Long.class).list();
  }
}
