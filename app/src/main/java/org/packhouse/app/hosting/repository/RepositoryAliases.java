package org.packhouse.app.hosting.repository;

import java.util.Locale;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Places that repositories had before. A place where a repository is is no alias. */
@Component
class RepositoryAliases {

  private final JdbcClient jdbc;

  RepositoryAliases(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Notes that requests for that place mean the repository, as long as no other one is there. */
  void add(long projectId, String slug, long repositoryId) {
    jdbc.sql(
            """
            insert into repository_alias (project_id, slug, repository_id) values (?, ?, ?)
            on conflict (project_id, slug) do update set repository_id = excluded.repository_id
            """)
        .params(projectId, slug.toLowerCase(Locale.ROOT), repositoryId)
        .update();
  }

  /** The place is taken by a repository. */
  void remove(long projectId, String slug) {
    jdbc.sql("delete from repository_alias where project_id = ? and slug = ?")
        .params(projectId, slug.toLowerCase(Locale.ROOT))
        .update();
  }
}
