package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Tells due events to their listeners. An event that is being told is put off first, by one
 * statement that skips what others hold, so that no connection is held while a listener works and
 * an event whose node dies comes again. Told events are deleted.
 */
@Component
class OutboxDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxDelivery.class);
  private static final int BATCH = 50;
  private static final Duration IN_DELIVERY = Duration.ofMinutes(5);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final JdbcClient sql;
  private final Map<String, List<OutboxListener>> listeners;
  private final ReentrantLock delivering = new ReentrantLock();

  OutboxDelivery(JdbcClient sql, List<OutboxListener> listeners) {
    this.sql = sql;
    this.listeners = listeners.stream().collect(Collectors.groupingBy(OutboxListener::type));
  }

  private record Due(OutboxListener.Event event, int attempts) {}

  /** Tells all that is due. */
  void deliverDue() {
    delivering.lock();
    try {
      List<Due> due = claim();
      while (!due.isEmpty()) {
        forget(due.stream().filter(this::deliver).map(it -> it.event().id()).toList());
        due = due.size() < BATCH ? List.of() : claim();
      }
    } finally {
      delivering.unlock();
    }
  }

  private List<Due> claim() {
    List<Due> claimed =
        sql.sql(
                """
                update outbox_event
                   set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ?)
                 where id in (select id from outbox_event where next_try_at <= now()
                               order by next_try_at, id limit ? for update skip locked)
                returning id, type, repository_id, payload, attempts
                """)
            .params(IN_DELIVERY.toSeconds(), BATCH)
            .query((row, number) ->
                new Due(
                    new OutboxListener.Event(
                        row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)),
                    row.getInt(5)))
            .list();
    return claimed.stream().sorted(Comparator.comparingLong(due -> due.event().id())).toList();
  }

  private void forget(List<Long> told) {
    if (!told.isEmpty()) {
      sql.sql("delete from outbox_event where id = any(?)")
          .param(told.toArray(Long[]::new))
          .update();
    }
  }

  /** Whether every listener has taken note. */
  private boolean deliver(Due due) {
    try {
      for (OutboxListener listener : listeners.getOrDefault(due.event().type(), List.of())) {
        listener.deliver(due.event());
      }
      return true;
    } catch (RuntimeException e) {
      LOG.warn(
          "Event {} ({}) of repository {} will come again after attempt {}",
          due.event().id(),
          due.event().type(),
          due.event().repositoryId(),
          due.attempts(),
          e);
      putOff(due, String.valueOf(e));
      return false;
    }
  }

  private void putOff(Due due, String error) {
    sql.sql(
            """
            update outbox_event
               set next_try_at = now() + make_interval(secs => ?), last_error = ?
             where id = ?
            """)
        .params(waitAfter(due.attempts()).toSeconds(), error, due.event().id())
        .update();
  }

  /** Two seconds after the first attempt, then twice as long each time, at most an hour. */
  static Duration waitAfter(int attempts) {
    return attempts > 11 ? LONGEST_WAIT : Duration.ofSeconds(1L << attempts);
  }
}
