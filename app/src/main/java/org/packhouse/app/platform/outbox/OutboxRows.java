package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.packhouse.app.platform.database.AsynchronousCommit;
import org.packhouse.app.platform.queue.ClaimedRows;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table of events, with one row for each listener that has not taken note of an event yet. */
@Component
class OutboxRows implements ClaimedRows {

  private static final RowMapper<Claimed> CLAIMED = new SimplePropertyRowMapper<>(Claimed.class);

  private final JdbcClient sql;

  OutboxRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** A claimed event; {@code waited} is the time from when it was due until the claim. */
  record Due(String listener, OutboxListener.Event event, int failures, Duration waited) {}

  private record Claimed(
      String listener,
      long id,
      String type,
      long repositoryId,
      String payload,
      int attempts,
      long waitedMillis) {
    Due due() {
      return new Due(
          listener,
          new OutboxListener.Event(id, type, repositoryId, payload),
          attempts,
          Duration.ofMillis(waitedMillis));
    }
  }

  static void insert(
      JdbcClient transaction,
      String type,
      Collection<String> listeners,
      Collection<Long> repositories,
      String payload) {
    transaction
        .sql(
            """
            insert into outbox_event (type, listener, repository_id, payload)
            select ?, l.name, r.id, ?::jsonb
              from unnest(cast(? as text[])) as l(name), unnest(cast(? as bigint[])) as r(id)
            """)
        .params(type, payload, listeners.toArray(String[]::new), repositories.toArray(Long[]::new))
        .update();
  }

  /**
   * Claims due events of as many repositories as each listener has places, from the oldest event
   * on, which must be unclaimed: no two nodes deliver to a listener of one repository at once.
   * Where the oldest is of a type that the listener does not hear here, a node of another version
   * has to deliver.
   *
   * @param types by listener
   * @param places repositories by listener
   * @param most events of a repository
   */
  List<Due> claim(UUID session, Map<String, String> types, Map<String, Integer> places, int most) {
    List<String> listeners = List.copyOf(types.keySet());
    return sql
        .sql(
            """
            with head as (
              select h.listener, h.repository_id, h.id
                from unnest(cast(:listeners as text[]), cast(:types as text[]), cast(:places as int[]))
                     as p(name, type, places)
               cross join lateral (
                 select e.listener, e.repository_id, e.id from outbox_event e
                  where e.listener = p.name and e.type = p.type and e.next_try_at <= now() and e.claimed_by is null
                    and e.id = (select min(first.id) from outbox_event first
                                 where first.listener = e.listener
                                   and first.repository_id = e.repository_id)
                  order by e.next_try_at, e.id limit p.places for update of e skip locked) h),
            claimed as (
              select n.id from head
               cross join lateral (
                 select e.id from outbox_event e
                  where e.listener = head.listener and e.repository_id = head.repository_id
                    and e.id >= head.id
                  order by e.id limit :most) n)
            update outbox_event e set claimed_by = :session
              from claimed where e.id = claimed.id and %s
            returning e.listener, e.id, e.type, e.repository_id, e.payload, e.attempts,
                      (extract(epoch from now() - e.next_try_at) * 1000)::bigint as waited_millis
            """
                .formatted(AsynchronousCommit.condition()))
        .param("listeners", listeners.toArray(String[]::new))
        .param("types", listeners.stream().map(types::get).toArray(String[]::new))
        .param(
            "places",
            listeners.stream().map(name -> places.getOrDefault(name, 0)).toArray(Integer[]::new))
        .param("most", most)
        .param("session", session)
        .query(CLAIMED)
        .list()
        .stream()
        .map(Claimed::due)
        .sorted(Comparator.comparingLong(due -> due.event().id()))
        .toList();
  }

  void release(UUID session, Collection<Long> ids) {
    sql.sql("update outbox_event set claimed_by = null where id = any(?) and claimed_by = ?")
        .params(ids.toArray(Long[]::new), session)
        .update();
  }

  @Override
  public void releaseAllBut(UUID session, Collection<Long> ids) {
    sql.sql("update outbox_event set claimed_by = null where claimed_by = ? and id <> all(?)")
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  void forget(Collection<Long> ids) {
    sql.sql("delete from outbox_event where id = any(?) and " + AsynchronousCommit.condition())
        .param(ids.toArray(Long[]::new))
        .update();
  }

  void putOff(UUID session, long id, Duration wait, String error) {
    sql.sql(
            """
            update outbox_event
               set next_try_at = now() + make_interval(secs => ?), attempts = attempts + 1,
                   last_error = ?, claimed_by = null
             where id = ? and claimed_by = ?
            """)
        .params(wait.toSeconds(), error, id, session)
        .update();
  }
}
