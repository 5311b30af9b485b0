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
class CreationClaims {

  private final JdbcClient sql;
  private final OwnSession session;

  /** What threads of this process are at. */
  private final Set<Long> running = ConcurrentHashMap.newKeySet();

  CreationClaims(JdbcClient sql, OwnSession session) {
    this.sql = sql;
    this.session = session;
  }

  @EventListener
  void on(RepositoryCreated event) {
    claim(event.repositoryId());
  }

  /** Makes the creation of a repository this session's. */
  void claim(long repositoryId) {
    sql.sql(
            """
            insert into repository_making (repository_id, node_session) values (?, ?)
            on conflict (repository_id) do update set node_session = excluded.node_session
            """)
        .params(repositoryId, session.current())
        .update();
  }

  /** Removes the claim on a repository that is created, or never will be. */
  void release(long repositoryId) {
    sql.sql("delete from repository_making where repository_id = ?").param(repositoryId).update();
  }

  /** Keeps {@link #takeOver} from a repository until the work of a thread on it is closed. */
  RepositoryCreation.Work startWork(long repositoryId) {
    boolean entered = running.add(repositoryId);
    return () -> {
      if (entered) {
        running.remove(repositoryId);
      }
    };
  }

  /**
   * Claims the creation of a repository whose node is gone.
   *
   * @param expired whether the creation has outlived its time limit: a claim of this node's own
   *     session, or a missing one, counts as abandoned then
   * @return whether the creation is this session's now
   */
  boolean takeOver(long repositoryId, boolean expired) {
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
            .params(own, repositoryId, own, expired)
            .update();
    if (taken == 0 && expired) {
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
