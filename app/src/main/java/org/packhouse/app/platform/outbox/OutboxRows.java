package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.packhouse.app.platform.database.AsynchronousCommit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The rows of events: one for each listener that has not taken note yet. A row is claimed by the
 * session of the node that tells it, and free when that session has ended.
 */
@Component
class OutboxRows {

  private final JdbcClient sql;

  OutboxRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * An event for a listener.
   *
   * @param failures how often it has failed to take note
   * @param waited for how long it had been due when it was claimed
   */
  record Due(String listener, OutboxListener.Event event, int failures, Duration waited) {}

  /** Writes a row for each of the listeners and repositories, in one statement. */
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
   * Claims what is due: of each listener the first events of as many repositories as it has places
   * for. What a repository has for a listener is claimed from its oldest event on, which nobody
   * else may have claimed, so no two nodes tell a listener of one repository at once. One whose
   * oldest event is of a type that the listener does not hear of here waits for a node of another
   * version.
   *
   * @param session of this node, which keeps the claims until it ends
   * @param types of which each listener hears
   * @param places how many repositories each listener can be told of now
   * @param most how many events of each repository
   * @return by id
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
                      extract(epoch from now() - e.next_try_at) * 1000
            """
                .formatted(AsynchronousCommit.condition()))
        .param("listeners", listeners.toArray(String[]::new))
        .param("types", listeners.stream().map(types::get).toArray(String[]::new))
        .param(
            "places",
            listeners.stream().map(name -> places.getOrDefault(name, 0)).toArray(Integer[]::new))
        .param("most", most)
        .param("session", session)
        .query((row, number) ->
            new Due(
                row.getString(1),
                new OutboxListener.Event(
                    row.getLong(2), row.getString(3), row.getLong(4), row.getString(5)),
                row.getInt(6),
                Duration.ofMillis(row.getLong(7))))
        .list()
        .stream()
        .sorted(Comparator.comparingLong(due -> due.event().id()))
        .toList();
  }

  /** Gives back what is claimed and will not be told. */
  void release(UUID session, Collection<Long> ids) {
    sql.sql("update outbox_event set claimed_by = null where id = any(?) and claimed_by = ?")
        .params(ids.toArray(Long[]::new), session)
        .update();
  }

  /** Gives back all that a session has claimed, but for some. */
  void releaseAllBut(UUID session, Collection<Long> ids) {
    sql.sql("update outbox_event set claimed_by = null where claimed_by = ? and id <> all(?)")
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  /** Removes what listeners have taken note of. */
  void forget(Collection<Long> ids) {
    sql.sql("delete from outbox_event where id = any(?) and " + AsynchronousCommit.condition())
        .param(ids.toArray(Long[]::new))
        .update();
  }

  /** Notes a failure, unless another node has the event by now. */
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
