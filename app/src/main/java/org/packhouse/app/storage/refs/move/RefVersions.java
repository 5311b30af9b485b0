package org.packhouse.app.storage.refs.move;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Ref versions of repositories, which {@link RefUpdates} raises. */
@Component
public class RefVersions {

  private final JdbcClient jdbc;

  RefVersions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public void begin(long repositoryId) {
    jdbc.sql("insert into repository_version (repository_id) values (?)")
        .param(repositoryId)
        .update();
  }

  public Map<Long, Long> of(Collection<Long> repositoryIds) {
    Map<Long, Long> versions = new HashMap<>();
    jdbc.sql(
            """
            select repository_id, ref_version from repository_version where repository_id = any(?)
            """)
        .param(repositoryIds.toArray(Long[]::new))
        .query(row -> {
          versions.put(row.getLong(1), row.getLong(2));
        });
    return versions;
  }
}
