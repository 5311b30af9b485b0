package org.packhouse.app.hosting.project;

import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Former keys of projects. A key in use is never an alias. */
@Component
class ProjectAliases {

  private final JdbcClient jdbc;

  ProjectAliases(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<Long> find(String formerKey) {
    return jdbc.sql("select project_id from project_alias where key = ?")
        .param(lower(formerKey))
        .query(Long.class)
        .optional();
  }

  void add(String formerKey, long projectId) {
    jdbc.sql(
            """
            insert into project_alias (key, project_id) values (?, ?)
            on conflict (key) do update set project_id = excluded.project_id
            """)
        .params(lower(formerKey), projectId)
        .update();
  }

  void removeAll(long projectId) {
    jdbc.sql("delete from project_alias where project_id = ?").param(projectId).update();
  }

  void remove(String key) {
    jdbc.sql("delete from project_alias where key = ?").param(lower(key)).update();
  }

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }
}
