package org.packhouse.app.notice.webhook;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.UserErased;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the table of deliveries, repeats some and gives some up. */
@Component
class DeliveryHistoryRows {

  private static final RowMapper<Count> COUNT = new SimplePropertyRowMapper<>(Count.class);
  private static final RowMapper<GlanceRow> GLANCE = new SimplePropertyRowMapper<>(GlanceRow.class);

  private static final RowMapper<Delivery> DELIVERY = new DeliveryMapper();

  private final JdbcClient sql;

  private record Count(State state, long count) {}

  private record GlanceRow(long webhookId, @Nullable String outcome, long pending) {}

  DeliveryHistoryRows(JdbcClient sql) {
    this.sql = sql;
  }

  Optional<Long> repeat(long webhookId, long id) {
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

  /** Gives up the pending deliveries of a webhook that are not claimed. */
  void giveUp(long webhookId, String why) {
    sql.sql(
            """
            update webhook_delivery set state = 'ERROR', error = ?
             where webhook_id = ? and state = 'PENDING' and claimed_by is null
            """)
        .params(why, webhookId)
        .update();
  }

  void resume(long webhookId) {
    sql.sql(
            """
            update webhook set failures = 0, paused_until = null
             where id = ? and (failures > 0 or paused_until is not null)
            """)
        .param(webhookId)
        .update();
  }

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
        .query(DELIVERY)
        .list();
  }

  Optional<Delivery> find(long webhookId, long id) {
    return sql.sql("select * from webhook_delivery where webhook_id = ? and id = ?")
        .params(webhookId, id)
        .query(DELIVERY)
        .optional();
  }

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
        .query(COUNT)
        .list()
        .stream()
        .collect(Collectors.toMap(Count::state, Count::count));
  }

  Map<Long, DeliveryHistory.Glance> glances(Collection<Long> webhooks) {
    return sql
        .sql(
            """
            select w as webhook_id,
                   (select d.state from webhook_delivery d
                     where d.webhook_id = w and d.state <> 'PENDING' order by d.id desc limit 1) as outcome,
                   (select count(*) from webhook_delivery d
                     where d.webhook_id = w and d.state = 'PENDING') as pending
              from unnest(cast(? as bigint[])) w
            """)
        .params(new Object[] {webhooks.toArray(Long[]::new)})
        .query(GLANCE)
        .list()
        .stream()
        .collect(
            Collectors.toMap(
                GlanceRow::webhookId,
                it -> new DeliveryHistory.Glance(it.outcome(), it.pending())));
  }

  /** Deletes deliveries that name an erased user. */
  @EventListener
  void on(UserErased event) {
    for (String name : event.formerNames()) {
      sql.sql("delete from webhook_delivery where position(? in body) > 0")
          .param("\"" + name + "\"")
          .update();
    }
  }
}
