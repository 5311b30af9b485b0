package org.packhouse.app.identity.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.mail.MailQueue.Entry;
import org.packhouse.app.identity.mail.MailQueue.Failure;
import org.packhouse.app.identity.mail.MailQueue.State;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.UserErased;
import org.packhouse.app.platform.queue.Backoff;
import org.packhouse.app.platform.queue.ClaimedRows;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table of queued mails. */
@Component
class MailRows implements ClaimedRows {

  private static final int MAX_BUNDLE = 200;
  private static final int MAX_ERROR = 500;
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(4), Duration.ofHours(1));

  private static final RowMapper<QueuedMail> MAIL = new SimplePropertyRowMapper<>(QueuedMail.class);
  private static final RowMapper<Failure> FAILURE = new SimplePropertyRowMapper<>(Failure.class);

  private final JdbcClient sql;

  MailRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** A claimed row; {@code expired}: this is its last attempt. */
  record QueuedMail(
      long id,
      long userId,
      String kind,
      @Nullable String bundle,
      String payload,
      Instant dueAt,
      boolean expired) {

    static List<Long> ids(List<QueuedMail> some) {
      return some.stream().map(QueuedMail::id).toList();
    }
  }

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

  /** Claims {@code most} due rows and the rest of their bundles. */
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
            returning m.id, m.user_id, m.kind, m.bundle, m.payload, m.due_at,
                      now() > m.due_at + make_interval(secs => :patience) as expired
            """)
        .param("most", most)
        .param("bundled", MAX_BUNDLE)
        .param("session", session)
        .param("patience", giveUpAfter.toSeconds())
        .query(MAIL)
        .list();
  }

  /** Returns the time until an unclaimed mail is due; empty: none waits. */
  Optional<Duration> untilDue() {
    return sql.sql(
            """
            select extract(epoch from min(next_try_at) - now())::double precision
              from mail_message where state = 'PENDING' and claimed_by is null
            """)
        .query(Double.class)
        .optional()
        .map(seconds -> Duration.ofMillis((long) Math.max(0, seconds * 1000)));
  }

  void release(UUID session, Collection<Long> ids, String error) {
    sql.sql(
            """
            update mail_message set claimed_by = null, error = ?
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(shortened(error), session, ids.toArray(Long[]::new))
        .update();
  }

  @Override
  public void releaseAllBut(UUID session, Collection<Long> ids) {
    sql.sql("update mail_message set claimed_by = null where claimed_by = ? and id <> all(?)")
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  /** Ends rows as {@code SENT} or {@code DROPPED}. */
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

  void putOff(UUID session, Collection<Long> ids, String error) {
    sql.sql(
            """
            update mail_message
               set error = ?, attempts = attempts + 1, claimed_by = null,
                   next_try_at = now() + %s
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """
                .formatted(BACKOFF.interval("attempts")))
        .params(shortened(error), session, ids.toArray(Long[]::new))
        .update();
  }

  /** Gives up overdue rows, and deletes old ones. */
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
            select count(*) as pending, min(next_try_at) filter (where next_try_at <= now()) as overdue,
                   (array_agg(error order by id desc) filter (where error is not null))[1] as error
              from mail_message where state = 'PENDING'
            """)
        .query(State.class)
        .single();
  }

  List<Failure> failures(int most) {
    return sql.sql(
            """
            select user_id, kind, ended_at as ended, error from mail_message
             where state = 'FAILED' and ended_at is not null order by ended_at desc, id desc limit ?
            """)
        .param(most)
        .query(FAILURE)
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
