package org.packhouse.app.storage.refs;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Ref versions of repositories: begun and read here, raised by {@link RefUpdates}. */
@Component
public class RefVersions {

  private final JdbcClient jdbc;

  RefVersions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Begins the version of a new repository, in the caller's transaction. */
  public void begin(long repositoryId) {
    jdbc.sql("insert into repository_version (repository_id) values (?)")
        .param(repositoryId)
        .update();
  }

  /** The ref versions of those repositories that have one, by id. */
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

  /**
   * Notes that the refs of a repository are being packed: until that has ended, and for a while
   * after it, nobody takes what he finds on disk for the work of another program.
   */
  public void packingBegins(long repositoryId) {
    jdbc.sql(
            """
            update repository_version
               set refs_packed = refs_packed + 1, refs_packing_until = now() + interval '1 hour'
             where repository_id = ?
            """)
        .param(repositoryId)
        .update();
  }

  /** Notes that the refs of a repository are packed. */
  public void packingEnded(long repositoryId) {
    jdbc.sql(
            """
            update repository_version
               set refs_packed = refs_packed + 1, refs_packing_until = null
             where repository_id = ?
            """)
        .param(repositoryId)
        .update();
  }
}
