package org.packhouse.app.identity.mail;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.identity.mail.MailQueue.Entry;
import org.packhouse.app.identity.mail.MailQueue.Failure;
import org.packhouse.app.identity.mail.MailQueue.State;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The rows of mail. One is claimed by the session of the node that sends it, and free when that
 * session has ended.
 */
@Component
class MailRows {

  private static final int MAX_BUNDLE = 200;
  private static final int MAX_ERROR = 500;

  private final JdbcClient sql;

  MailRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Writes down what is to be told; what is there already stays. */
  void add(String kind, Collection<Entry> entries) {
    List<Entry> list = List.copyOf(entries);
    sql.sql(
            """
            insert into mail_message (user_id, kind, source, bundle, payload, due_at, next_try_at)
            select e.user_id, :kind, e.source, e.bundle, e.payload, coalesce(e.due, now()), coalesce(e.due, now())
              from unnest(cast(:users as bigint[]), cast(:sources as text[]), cast(:bundles as text[]),
                          cast(:payloads as text[]), cast(:due as timestamptz[]))
                   as e(user_id, source, bundle, payload, due)
            on conflict (user_id, kind, source) do nothing
            """)
        .param("kind", kind)
        .param("users", list.stream().map(Entry::userId).toArray(Long[]::new))
        .param("sources", list.stream().map(Entry::source).toArray(String[]::new))
        .param(
            "bundles",
            list.stream()
                .map(it -> it.digest() == null ? null : it.digest().bundle())
                .toArray(String[]::new))
        .param("payloads", list.stream().map(Entry::payload).toArray(String[]::new))
        .param(
            "due",
            list.stream()
                .map(it -> it.digest() == null ? null : it.digest().due().toString())
                .toArray(String[]::new))
        .update();
  }

  /** The time until fewer than so many were written down within a period; empty: so it is now. */
  Optional<Duration> untilFewer(long userId, String kind, int limit, Duration period) {
    return sql.sql(
            """
            select extract(epoch from created_at + make_interval(secs => :period) - now())::double precision
              from mail_message
             where user_id = :user and kind = :kind
               and created_at > now() - make_interval(secs => :period)
             order by created_at desc offset :before limit 1
            """)
        .param("user", userId)
        .param("kind", kind)
        .param("period", period.toSeconds())
        .param("before", limit - 1)
        .query(Double.class)
        .optional()
        .map(seconds -> Duration.ofMillis((long) Math.max(0, seconds * 1000)));
  }

  /**
   * Claims what is due, whole bundles at a time.
   *
   * @param session of this node, which keeps the claims until it ends
   * @param most how many mails
   * @param giveUpAfter how long a mail is tried
   * @return by id
   */
  List<QueuedMail> claim(UUID session, int most, Duration giveUpAfter) {
    return sql.sql(
            """
            with head as (
              select m.id, m.user_id, m.kind, m.bundle from mail_message m
               where m.state = 'PENDING' and m.claimed_by is null and m.next_try_at <= now()
                 and (m.bundle is null or not exists (
                       select 1 from mail_message b
                        where b.user_id = m.user_id and b.kind = m.kind and b.bundle = m.bundle
                          and b.state = 'PENDING' and b.id < m.id))
               order by m.next_try_at, m.id limit :most for update of m skip locked),
            whole as (
              select id from head
               union
              select r.id from head h
               cross join lateral (
                 select m.id from mail_message m
                  where m.user_id = h.user_id and m.kind = h.kind and m.bundle = h.bundle
                    and m.state = 'PENDING' and m.claimed_by is null and m.next_try_at <= now()
                  order by m.id limit :bundled) r)
            update mail_message m set claimed_by = :session
              from whole where m.id = whole.id and m.claimed_by is null
            returning m.*, now() > m.due_at + make_interval(secs => :patience) as expired
            """)
        .param("most", most)
        .param("bundled", MAX_BUNDLE)
        .param("session", session)
        .param("patience", giveUpAfter.toSeconds())
        .query((row, _) ->
            new QueuedMailBuilder()
                .id(row.getLong("id"))
                .userId(row.getLong("user_id"))
                .kind(row.getString("kind"))
                .bundle(row.getString("bundle"))
                .payload(row.getString("payload"))
                .attempts(row.getInt("attempts"))
                .due(row.getTimestamp("due_at").toInstant())
                .expired(row.getBoolean("expired"))
                .build())
        .list();
  }

  /** The time until something is due that nobody sends, zero if it is; empty: nothing waits. */
  Optional<Duration> untilDue() {
    return sql.sql(
            """
            select extract(epoch from min(next_try_at) - now())::double precision
              from mail_message where state = 'PENDING' and claimed_by is null
            """)
        .query((row, _) -> Optional.ofNullable(row.getObject(1, Double.class)))
        .single()
        .map(seconds -> Duration.ofMillis((long) Math.max(0, seconds * 1000)));
  }

  /** Gives back what that session has claimed, to be tried later; the error says why. */
  void release(UUID session, Collection<Long> ids, String error) {
    sql.sql(
            """
            update mail_message set claimed_by = null, error = ?
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(shortened(error), session, ids.toArray(Long[]::new))
        .update();
  }

  /** Gives back all that that session has claimed. */
  void releaseAll(UUID session) {
    sql.sql("update mail_message set claimed_by = null where claimed_by = ?")
        .param(session)
        .update();
  }

  /** Writes down that some need no more attempts: {@code SENT} or {@code DROPPED}. */
  void end(UUID session, Collection<Long> ids, String state) {
    sql.sql(
            """
            update mail_message
               set state = ?, payload = '', error = null, ended_at = now(), claimed_by = null
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(state, session, ids.toArray(Long[]::new))
        .update();
  }

  /** Writes down that some cannot be sent. */
  void fail(UUID session, Collection<Long> ids, String error) {
    sql.sql(
            """
            update mail_message
               set state = 'FAILED', error = ?, attempts = attempts + 1, ended_at = now(), claimed_by = null
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(shortened(error), session, ids.toArray(Long[]::new))
        .update();
  }

  /** Puts some off, for longer after each attempt, an hour at most. */
  void putOff(UUID session, Collection<Long> ids, String error) {
    sql.sql(
            """
            update mail_message
               set error = ?, attempts = attempts + 1, claimed_by = null,
                   next_try_at = now() + make_interval(secs => least(3600, power(2, least(attempts, 12) + 2)))
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(shortened(error), session, ids.toArray(Long[]::new))
        .update();
  }

  /** Gives up what has waited for too long, and forgets what has ended long ago. */
  void tidy(Duration giveUpAfter, Duration history) {
    sql.sql(
            """
            update mail_message
               set state = 'FAILED', ended_at = now(), error = coalesce(error, 'It was not sent in time.')
             where state = 'PENDING' and claimed_by is null
               and due_at < now() - make_interval(secs => ?)
            """)
        .param(giveUpAfter.toSeconds())
        .update();
    sql.sql("delete from mail_message where ended_at < now() - make_interval(secs => ?)")
        .param(history.toSeconds())
        .update();
  }

  State state() {
    return sql.sql(
            """
            select count(*), min(next_try_at) filter (where next_try_at <= now()),
                   (array_agg(error order by id desc) filter (where error is not null))[1]
              from mail_message where state = 'PENDING'
            """)
        .query((row, _) -> {
          Timestamp due = row.getTimestamp(2);
          return new State(row.getLong(1), due == null ? null : due.toInstant(), row.getString(3));
        })
        .single();
  }

  List<Failure> failures(int most) {
    return sql.sql(
            """
            select user_id, kind, ended_at, error from mail_message
             where state = 'FAILED' and ended_at is not null order by ended_at desc, id desc limit ?
            """)
        .param(most)
        .query((row, _) ->
            new Failure(
                row.getLong("user_id"),
                row.getString("kind"),
                row.getTimestamp("ended_at").toInstant(),
                row.getString("error")))
        .list();
  }

  @EventListener
  void on(UserDeleted event) {
    forget(event.user().id());
  }

  @EventListener
  void on(UserErased event) {
    forget(event.after().id());
  }

  private void forget(long userId) {
    sql.sql("delete from mail_message where user_id = ?").param(userId).update();
  }

  private static String shortened(String error) {
    String text = error.replace('\0', ' ').strip();
    return text.length() <= MAX_ERROR ? text : text.substring(0, MAX_ERROR);
  }
}
