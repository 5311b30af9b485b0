package org.packhouse.app.hosting.repository;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.app.platform.node.OwnSession;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Claims of sessions on creations of repositories, void once the session has ended. */
@Component
class CreationClaims {

  private final JdbcClient sql;
  private final OwnSession session;

  /** Repositories that threads of this process work on. */
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

  /** Removes the claim on a repository that is complete, or never will be. */
  void release(long repositoryId) {
    sql.sql("delete from repository_making where repository_id = ?").param(repositoryId).update();
  }

  /** Protects a repository from {@link #takeOver} while a thread of this process works on it. */
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
   * @param expired whether a claim of this node's own session, or none, counts as abandoned
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
