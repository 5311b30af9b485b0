package org.packhouse.app.source.search;

import java.time.Duration;
import java.util.List;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Queues repositories whose default branches are to be indexed. */
@Component
class SearchQueue {

  /** Rounds for which a repository that is pushed to constantly is skipped after it was indexed. */
  private static final int ROUNDS_SKIPPED = 3;

  /** People search seconds after a push at the soonest, and a look costs one read of an index. */
  static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  static final double REST_SECONDS = LOOK_EVERY.multipliedBy(ROUNDS_SKIPPED).toMillis() / 1000.0;

  private final JdbcClient jdbc;

  SearchQueue(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A repository to index; {@code whole} if it has no complete index yet. */
  record Due(long repositoryId, boolean whole) {}

  /** Marks a repository as due at once; does nothing if it is gone. */
  void ask(long repositoryId) {
    ask(repositoryId, true);
  }

  /**
   * Marks a repository as due after a push: soon, but later if it was indexed just now or could not
   * be read.
   */
  void askAfterRest(long repositoryId) {
    ask(repositoryId, false);
  }

  private void ask(long repositoryId, boolean soon) {
    try {
      jdbc.sql(
              """
              insert into search_state (repository_id, stale_since, asked)
              values (:repository, now(), 1)
              on conflict (repository_id) do update
                 set stale_since =
                       case when :soon then least(search_state.stale_since, now())
                            else coalesce(search_state.stale_since, greatest(now(),
                              search_state.settled_at + make_interval(secs => :rest))) end,
                     asked = search_state.asked + 1
              """)
          .param("repository", repositoryId)
          .param("soon", soon)
          .param("rest", REST_SECONDS)
          .update();
    } catch (DataIntegrityViolationException e) {
      // The repository was purged meanwhile.
    }
  }

  /** Returns due repositories, longest first; {@code whole} includes those without an index. */
  List<Due> due(int limit, boolean whole) {
    return jdbc.sql(
            """
            select repository_id, tree_id is null as whole from search_state
             where stale_since <= now() - interval '1 second' and (:whole or tree_id is not null)
             order by stale_since limit :limit
            """)
        .param("whole", whole)
        .param("limit", limit)
        .query((row, _) -> new Due(row.getLong("repository_id"), row.getBoolean("whole")))
        .list();
  }

  /** Requeues a partly indexed repository behind those that are due now. */
  void requeue(long repositoryId) {
    jdbc.sql("update search_state set stale_since = now() where repository_id = ?")
        .param(repositoryId)
        .update();
  }

  /** Postpones a repository that cannot be read by ten minutes. */
  void postpone(long repositoryId) {
    jdbc.sql(
            """
            update search_state set stale_since = now() + interval '10 minutes'
             where repository_id = ?
            """)
        .param(repositoryId)
        .update();
  }
}
