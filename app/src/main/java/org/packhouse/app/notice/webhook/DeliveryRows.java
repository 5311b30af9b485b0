package org.packhouse.app.notice.webhook;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.database.AsynchronousCommit;
import org.packhouse.app.platform.queue.Backoff;
import org.packhouse.app.platform.queue.ClaimedRows;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The queue of deliveries, those of a webhook in order of their ids. */
@Component
class DeliveryRows implements ClaimedRows {

  private static final int MAX_PENDING = 10_000;
  private static final int MAX_HEADS = 1000;

  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(10));

  /** The number of rows after which the oldest beyond the limit are given up. */
  private static final int TRIM_EVERY = 64;

  private static final RowMapper<HeadRow> HEAD = new SimplePropertyRowMapper<>(HeadRow.class);

  private static final RowMapper<Delivery> DELIVERY = new DeliveryMapper();

  private final JdbcClient sql;

  DeliveryRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** A body, and a source that keeps a repeated event from being queued twice. */
  record Content(String source, String body) {}

  /** Queues deliveries in order. They are durable then, because they replace the event. */
  void add(Collection<Long> webhooks, WebhookEvent event, Collection<Content> contents) {
    Long[] ids = webhooks.toArray(Long[]::new);
    List<Long> added =
        sql.sql(
                """
                insert into webhook_delivery (webhook_id, event, source, body)
                select w, ?, t.source, t.body
                  from unnest(cast(? as text[]), cast(? as text[])) with ordinality t(source, body, at)
                 cross join unnest(cast(? as bigint[])) w
                 order by t.at
                on conflict (webhook_id, source) do nothing returning id
                """)
            .params(
                event.key(),
                contents.stream().map(Content::source).toArray(String[]::new),
                contents.stream().map(Content::body).toArray(String[]::new),
                ids)
            .query((row, _) -> row.getLong(1))
            .list();
    if (added.stream().anyMatch(id -> id % TRIM_EVERY == 0)) {
      trim(ids);
    }
  }

  private void trim(Long[] webhookIds) {
    sql.sql(
            """
            update webhook_delivery d
               set state = 'ERROR', error = 'Given up: too many deliveries wait for this receiver.'
              from unnest(cast(? as bigint[])) w
             cross join lateral (
               select p.id from webhook_delivery p
                where p.webhook_id = w and p.state = 'PENDING' and p.claimed_by is null
                order by p.id desc offset ?) old
             where d.id = old.id
            """)
        .params(webhookIds, MAX_PENDING)
        .update();
  }

  record Head(long webhookId, ResourceId resource, String url) {}

  private record HeadRow(
      long id, @Nullable Long projectId, @Nullable Long repositoryId, String url) {}

  /**
   * Returns webhooks that are not paused, with pending and without claimed deliveries; {@code most}
   * of a project, repository or host, the first of each before the second ones.
   */
  List<Head> heads(int most) {
    return sql
        .sql(
            """
            select id, project_id, repository_id, url from (
              select w.id, w.project_id, w.repository_id, w.url, head.id as first,
                     row_number() over (
                       partition by w.project_id, w.repository_id order by head.id) as of_owner,
                     row_number() over (
                       partition by substring(lower(w.url) from '://([^/:?#]*)')
                       order by head.id) as of_host
                from (select distinct on (d.webhook_id) d.webhook_id, d.id, d.claimed_by, d.event
                        from webhook_delivery d
                       where d.state = 'PENDING' order by d.webhook_id, d.id) head
                join webhook w on w.id = head.webhook_id
                 and (w.active or head.event = 'diagnostics:ping')
                 and (w.paused_until is null or w.paused_until <= now())
               where head.claimed_by is null) waiting
             where of_owner <= :most and of_host <= :most
             order by greatest(of_owner, of_host), first limit :limit
            """)
        .param("most", most)
        .param("limit", MAX_HEADS)
        .query(HEAD)
        .list()
        .stream()
        .map(it ->
            new Head(it.id(), WebhookMapper.resource(it.projectId(), it.repositoryId()), it.url()))
        .toList();
  }

  /**
   * Claims the next deliveries of webhooks that are not paused and have none claimed; one, if the
   * last attempt failed. Returns them by webhook in order.
   */
  Map<Long, List<Delivery>> claim(UUID session, Collection<Long> webhooks, int most) {
    return sql
        .sql(
            """
            with head as (
              select distinct on (d.webhook_id) d.id, d.claimed_by
                from webhook_delivery d
                join webhook w on w.id = d.webhook_id
                 and (w.active or d.event = 'diagnostics:ping')
                 and (w.paused_until is null or w.paused_until <= now())
               where d.state = 'PENDING' and d.webhook_id = any(:webhooks)
               order by d.webhook_id, d.id),
            free as (
              select d.id, d.webhook_id from webhook_delivery d
               where d.id in (select id from head where claimed_by is null)
                 and d.claimed_by is null and d.state = 'PENDING'
               order by d.id for update skip locked),
            batch as (
              select next.id
                from free join webhook w on w.id = free.webhook_id
               cross join lateral (
                 select d.id from webhook_delivery d
                  where d.webhook_id = free.webhook_id and d.state = 'PENDING' and d.id >= free.id
                    and d.claimed_by is null
                  order by d.id limit case when w.failures > 0 then 1 else :most end) next)
            update webhook_delivery d set claimed_by = :session from batch
             where d.id = batch.id and %s returning d.*
            """
                .formatted(AsynchronousCommit.condition()))
        .param("webhooks", webhooks.toArray(Long[]::new))
        .param("most", most)
        .param("session", session)
        .query(DELIVERY)
        .list()
        .stream()
        .sorted(Comparator.comparingLong(Delivery::id))
        .collect(
            Collectors.groupingBy(Delivery::webhookId, LinkedHashMap::new, Collectors.toList()));
  }

  void release(UUID session, List<Delivery> claimed) {
    sql.sql(
            """
            update webhook_delivery set claimed_by = null
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(session, claimed.stream().map(Delivery::id).toArray(Long[]::new))
        .update();
  }

  /** Ends deliveries that the session still has. */
  void succeed(UUID session, Map<Delivery, Attempt> attempts) {
    List<Response> responses =
        attempts.values().stream().map(it -> Objects.requireNonNull(it.response())).toList();
    sql.sql(
            """
            update webhook_delivery d
               set state = 'SUCCESS', attempts = attempts + 1, claimed_by = null, tried_at = now(),
                   duration_ms = t.millis, status = t.status, response_headers = t.headers,
                   response_body = t.body, error = null
              from unnest(cast(:ids as bigint[]), cast(:millis as int[]), cast(:statuses as int[]),
                          cast(:headers as text[]), cast(:bodies as text[]))
                   t(id, millis, status, headers, body)
             where d.id = t.id and d.claimed_by = :session and %s
            """
                .formatted(AsynchronousCommit.condition()))
        .param("ids", attempts.keySet().stream().map(Delivery::id).toArray(Long[]::new))
        .param("millis", attempts.values().stream().map(Attempt::millis).toArray(Integer[]::new))
        .param("statuses", responses.stream().map(Response::status).toArray(Integer[]::new))
        .param("headers", responses.stream().map(Response::headers).toArray(String[]::new))
        .param("bodies", responses.stream().map(Response::body).toArray(String[]::new))
        .param("session", session)
        .update();
  }

  @Override
  public void releaseAllBut(UUID session, Collection<Long> ids) {
    sql.sql("update webhook_delivery set claimed_by = null where claimed_by = ? and id <> all(?)")
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  /**
   * Writes the outcome of an attempt and the pause of its webhook, if the session still has the
   * delivery, which it returns. A locked webhook is skipped: whoever deletes it waits for this row.
   */
  boolean end(UUID session, Delivery delivery, State state, Attempt attempt, boolean failed) {
    Response response = attempt.response();
    return sql.sql(
                """
                with tried as (
                  update webhook_delivery
                     set state = case when :state::text = 'PENDING' and exists (
                           select from webhook w where w.id = webhook_id and not w.active)
                           then 'ERROR' else :state::text end,
                         attempts = attempts + 1, claimed_by = null, tried_at = now(),
                         duration_ms = :millis, status = :status, response_headers = :headers,
                         response_body = :body, error = :error
                   where id = :id and claimed_by = :session returning webhook_id),
                standing as (
                  select w.id from webhook w join tried on tried.webhook_id = w.id
                   where :failed or w.failures > 0 or w.paused_until is not null
                   for no key update of w skip locked),
                paused as (
                  update webhook w
                     set failures = case when :failed then failures + 1 else 0 end,
                         paused_until = case when :failed then now() + %s end
                    from standing where w.id = standing.id)
                select count(*) from tried
                """
                    .formatted(PAUSES.interval("failures")))
            .param("state", state.name())
            .param("millis", attempt.millis())
            .param("status", response == null ? null : response.status())
            .param("headers", response == null ? null : response.headers())
            .param("body", response == null ? null : response.body())
            .param("error", attempt.error())
            .param("id", delivery.id())
            .param("session", session)
            .param("failed", failed)
            .query(Long.class)
            .single()
        > 0;
  }

  /** Returns the time until a delivery is due; empty: none is pending. */
  Optional<Duration> untilDue(Duration whileClaimed) {
    return sql.sql(
            """
            select min(case when head.claimed_by is not null then ?::double precision
                            else greatest(0, coalesce(extract(epoch from w.paused_until - now()), 0))
                        end)
              from (select distinct on (d.webhook_id) d.webhook_id, d.claimed_by
                      from webhook_delivery d where d.state = 'PENDING'
                     order by d.webhook_id, d.id) head
              join webhook w on w.id = head.webhook_id and w.active
            """)
        .param(whileClaimed.toSeconds())
        .query(Double.class)
        .optional()
        .map(seconds -> Duration.ofMillis((long) (seconds * 1000)));
  }

  /** Gives up deliveries of inactive webhooks, and deletes old ones. */
  void tidy(Duration history) {
    sql.sql(
            """
            update webhook_delivery d set state = 'ERROR', error = 'The webhook is not active.'
              from webhook w
             where d.webhook_id = w.id and not w.active and d.state = 'PENDING'
               and d.claimed_by is null and d.event <> 'diagnostics:ping'
            """)
        .update();
    sql.sql(
            """
            delete from webhook_delivery
             where state <> 'PENDING' and created_at < now() - make_interval(secs => ?)
            """)
        .param(history.toSeconds())
        .update();
  }
}
