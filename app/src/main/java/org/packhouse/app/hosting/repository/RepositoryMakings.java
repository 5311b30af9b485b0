package org.packhouse.app.hosting.repository;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.app.platform.node.OwnSession;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Rows that say whose it is to finish a repository that is being made: the session's that began it,
 * however long that takes, and anybody's once that has ended.
 */
@Component
class RepositoryMakings {

  private final JdbcClient sql;
  private final OwnSession session;

  /** What threads of this process are at. */
  private final Set<Long> running = ConcurrentHashMap.newKeySet();

  RepositoryMakings(JdbcClient sql, OwnSession session) {
    this.sql = sql;
    this.session = session;
  }

  /** In the transaction that makes the repository's row. */
  @EventListener
  void on(RepositoryCreated event) {
    begun(event.repositoryId());
  }

  /** Notes that it is this session's to make. */
  void begun(long repositoryId) {
    sql.sql(
            """
            insert into repository_making (repository_id, node_session) values (?, ?)
            on conflict (repository_id) do update set node_session = excluded.node_session
            """)
        .params(repositoryId, session.current())
        .update();
  }

  /** Notes that it is made, or never will be. */
  void ended(long repositoryId) {
    sql.sql("delete from repository_making where repository_id = ?").param(repositoryId).update();
  }

  /** Says that a thread of this process is at it, until that is closed. */
  RepositoryCreation.Making enter(long repositoryId) {
    boolean entered = running.add(repositoryId);
    return () -> {
      if (entered) {
        running.remove(repositoryId);
      }
    };
  }

  /**
   * Takes over what nobody is at any more.
   *
   * @param old whether it was begun so long ago that whoever began it here is at it, or has failed
   *     without being able to say so; so has who left no row
   * @return whether it is this session's now
   */
  boolean take(long repositoryId, boolean old) {
    if (running.contains(repositoryId)) {
      return false;
    }
    UUID own = session.current();
    int taken =
        sql.sql(
                """
                update repository_making set node_session = ?
                 where repository_id = ? and (node_session is null or node_session = ? and ?)
                """)
            .params(own, repositoryId, own, old)
            .update();
    if (taken == 0 && old) {
      taken =
          sql.sql(
                  """
                  insert into repository_making (repository_id, node_session) values (?, ?)
                  on conflict (repository_id) do nothing
                  """)
              .params(repositoryId, own)
              .update();
    }
    return taken > 0;
  }
}
