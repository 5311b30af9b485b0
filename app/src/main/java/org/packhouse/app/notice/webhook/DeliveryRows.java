package org.packhouse.app.notice.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
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
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.database.AsynchronousCommit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The rows of what receivers are told: those of a webhook one after the other, by id. A row is
 * claimed by the session of the node that sends it, and free when that session has ended.
 */
@Component
class DeliveryRows {

  private static final int MAX_PENDING = 10_000;
  private static final int MAX_HEADS = 1000;

  /** Every so many rows the oldest beyond the limit are given up. */
  private static final int TRIM_EVERY = 64;

  private final JdbcClient sql;

  DeliveryRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Something to be told.
   *
   * @param source what happened, the same when it is told again
   */
  record Told(String source, String body) {}

  /**
   * Writes down what receivers are to be told, in its order; what is there already stays. It is
   * durable when this returns: it takes the place of the event.
   */
  void add(Collection<Long> webhooks, WebhookEvent event, Collection<Told> told) {
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
                told.stream().map(Told::source).toArray(String[]::new),
                told.stream().map(Told::body).toArray(String[]::new),
                ids)
            .query((row, _) -> row.getLong(1))
            .list();
    if (added.stream().anyMatch(id -> id % TRIM_EVERY == 0)) {
      trim(ids);
    }
  }

  /** Gives up the oldest of what waits beyond the limit. */
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

  /** Writes down that something is to be told once more; its id. */
  Optional<Long> again(long webhookId, long id) {
    return sql.sql(
            """
            insert into webhook_delivery (webhook_id, event, source, body, request_id)
            select webhook_id, event, 'redelivery ' || gen_random_uuid(), body, request_id
              from webhook_delivery where webhook_id = ? and id = ? returning id
            """)
        .params(webhookId, id)
        .query(Long.class)
        .optional();
  }

  /** A webhook whose next delivery waits for a node: where it was set, and the receiver. */
  record Head(long webhookId, ResourceId resource, String url) {}

  /**
   * Webhooks that are not paused and of which a delivery waits and none is claimed: the first of
   * each project, repository and host before their second ones.
   *
   * @param most of one project, repository or host
   */
  List<Head> heads(int most) {
    return sql.sql(
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
        .query((row, _) -> {
          Long project = row.getObject("project_id", Long.class);
          return new Head(
              row.getLong("id"),
              project == null
                  ? new RepositoryId(row.getLong("repository_id"))
                  : new ProjectId(project),
              row.getString("url"));
        })
        .list();
  }

  /**
   * Claims what waits of some webhooks that are not paused and of which none is claimed: some in a
   * row of each, or one if the last try failed.
   *
   * @param session of this node, which keeps the claims until it ends
   * @param webhooks the ids
   * @param inARow how many of one webhook
   * @return by webhook, each in its order
   */
  Map<Long, List<Delivery>> claim(UUID session, Collection<Long> webhooks, int inARow) {
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
            in_a_row as (
              select next.id
                from free join webhook w on w.id = free.webhook_id
               cross join lateral (
                 select d.id from webhook_delivery d
                  where d.webhook_id = free.webhook_id and d.state = 'PENDING' and d.id >= free.id
                    and d.claimed_by is null
                  order by d.id limit case when w.failures > 0 then 1 else :inARow end) next)
            update webhook_delivery d set claimed_by = :session from in_a_row
             where d.id = in_a_row.id and %s returning d.*
            """
                .formatted(AsynchronousCommit.condition()))
        .param("webhooks", webhooks.toArray(Long[]::new))
        .param("inARow", inARow)
        .param("session", session)
        .query(DeliveryRows::delivery)
        .list()
        .stream()
        .sorted(Comparator.comparingLong(Delivery::id))
        .collect(
            Collectors.groupingBy(Delivery::webhookId, LinkedHashMap::new, Collectors.toList()));
  }

  /** Gives up the claims of some, which are not told now. */
  void release(UUID session, List<Delivery> claimed) {
    sql.sql(
            """
            update webhook_delivery set claimed_by = null
             where claimed_by = ? and id = any(cast(? as bigint[]))
            """)
        .params(session, claimed.stream().map(Delivery::id).toArray(Long[]::new))
        .update();
  }

  /** Writes down that receivers took some, if they are still this session's. */
  void taken(UUID session, Map<Delivery, Attempt> attempts) {
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

  /** Gives up what that session has claimed, but for what it works on. */
  void release(UUID session, Collection<Long> working) {
    sql.sql(
            """
            update webhook_delivery set claimed_by = null
             where claimed_by = ? and id <> all(cast(? as bigint[]))
            """)
        .params(session, working.toArray(Long[]::new))
        .update();
  }

  /**
   * Writes down how a try has ended, if it is still this session's, and in the same statement
   * whether its webhook is left alone for a while: for longer after each failure in a row. The
   * webhook is not waited for: who removes it waits for this row.
   *
   * @param failed whether what follows has to wait
   * @param longest that it waits
   * @return false: the row is not this session's
   */
  boolean tried(
      UUID session,
      Delivery delivery,
      State state,
      Attempt attempt,
      boolean failed,
      Duration longest) {
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
                         paused_until = case when :failed then now() + make_interval(
                           secs => least(:longest::double precision, power(2, least(failures, 20)))) end
                    from standing where w.id = standing.id)
                select count(*) from tried
                """)
            .param("state", state.name())
            .param("millis", attempt.millis())
            .param("status", response == null ? null : response.status())
            .param("headers", response == null ? null : response.headers())
            .param("body", response == null ? null : response.body())
            .param("error", attempt.error())
            .param("id", delivery.id())
            .param("session", session)
            .param("failed", failed)
            .param("longest", longest.toSeconds())
            .query(Long.class)
            .single()
        > 0;
  }

  /**
   * The time until something is to be told, as far as is known now; empty: nothing waits. What a
   * node is telling is looked at after that node may have died.
   */
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
        .query((row, _) -> Optional.ofNullable(row.getObject(1, Double.class)))
        .single()
        .map(seconds -> Duration.ofMillis((long) (seconds * 1000)));
  }

  /** Gives up what waits for a webhook and is not being told. */
  void giveUp(long webhookId, String why) {
    sql.sql(
            """
            update webhook_delivery set state = 'ERROR', error = ?
             where webhook_id = ? and state = 'PENDING' and claimed_by is null
            """)
        .params(why, webhookId)
        .update();
  }

  /** Lets the next of a webhook come at once. */
  void resume(long webhookId) {
    sql.sql(
            """
            update webhook set failures = 0, paused_until = null
             where id = ? and (failures > 0 or paused_until is not null)
            """)
        .param(webhookId)
        .update();
  }

  /** Gives up what waits of webhooks that are switched off, and forgets what is old. */
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

  /** The latest of a webhook, latest first; with that event and those states, or any. */
  List<Delivery> latest(
      long webhookId, @Nullable String event, Collection<State> states, int start, int limit) {
    return sql.sql(
            """
            select * from webhook_delivery
             where webhook_id = :webhook and (:event::text is null or event = :event)
               and state = any(:states)
             order by id desc offset :start limit :limit
            """)
        .param("webhook", webhookId)
        .param("event", event)
        .param("states", states.stream().map(State::name).toArray(String[]::new))
        .param("start", start)
        .param("limit", limit)
        .query(DeliveryRows::delivery)
        .list();
  }

  Optional<Delivery> find(long webhookId, long id) {
    return sql.sql("select * from webhook_delivery where webhook_id = ? and id = ?")
        .params(webhookId, id)
        .query(DeliveryRows::delivery)
        .optional();
  }

  /** How many ended how. */
  Map<State, Long> counts(long webhookId, @Nullable String event) {
    return sql
        .sql(
            """
            select state, count(*) from webhook_delivery
             where webhook_id = :webhook and (:event::text is null or event = :event)
             group by state
            """)
        .param("webhook", webhookId)
        .param("event", event)
        .query((row, _) -> Map.entry(State.valueOf(row.getString(1)), row.getLong(2)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** How the latest of each webhook ended, and how many wait, by its id. */
  Map<Long, DeliveryHistory.Glance> glances(Collection<Long> webhooks) {
    return sql
        .sql(
            """
            select w,
                   (select d.state from webhook_delivery d
                     where d.webhook_id = w and d.state <> 'PENDING' order by d.id desc limit 1),
                   (select count(*) from webhook_delivery d
                     where d.webhook_id = w and d.state = 'PENDING')
              from unnest(cast(? as bigint[])) w
            """)
        .params(new Object[] {webhooks.toArray(Long[]::new)})
        .query((row, _) ->
            Map.entry(row.getLong(1), new DeliveryHistory.Glance(row.getString(2), row.getLong(3))))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Delivery delivery(ResultSet row, int index) throws SQLException {
    Timestamp tried = row.getTimestamp("tried_at");
    Integer status = row.getObject("status", Integer.class);
    return new DeliveryBuilder()
        .id(row.getLong("id"))
        .webhookId(row.getLong("webhook_id"))
        .event(row.getString("event"))
        .requestId(row.getObject("request_id", UUID.class))
        .body(row.getString("body"))
        .state(State.valueOf(row.getString("state")))
        .attempts(row.getInt("attempts"))
        .created(row.getTimestamp("created_at").toInstant())
        .last(
            tried == null
                ? null
                : new Attempt(
                    tried.toInstant(),
                    row.getInt("duration_ms"),
                    status == null
                        ? null
                        : new Response(
                            status,
                            row.getString("response_headers"),
                            row.getString("response_body")),
                    row.getString("error")))
        .build();
  }
}
