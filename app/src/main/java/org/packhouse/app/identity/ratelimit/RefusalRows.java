package org.packhouse.app.identity.ratelimit;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Order;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Refused;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Requester;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of refused requests, one for each requester and hour. */
@Component
class RefusalRows {

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private static final int MAX_OTHERS_AN_HOUR = 1000;

  private final JdbcClient jdbc;

  RefusalRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record Row(long userId, String name, long refusals, Instant last) {
    Refused toRefused() {
      return new Refused(new Requester(userId, name), refusals, last);
    }
  }

  record Refusals(long count, Instant last) {
    Refusals plus(Refusals more) {
      return new Refusals(count + more.count, last.isAfter(more.last) ? last : more.last);
    }
  }

  /** Adds to the row of the hour; too many requesters without an account count as one. */
  void add(Requester requester, Refusals refusals) {
    jdbc.sql(
            """
            insert into rate_limit_refusal as r (user_id, name, hour, refusals, last_refused_at)
            select :user
                 , case when :user <> 0
                          or exists (select 1 from rate_limit_refusal
                                      where user_id = 0 and name = :name and hour = :hour)
                          or (select count(*) from rate_limit_refusal
                               where user_id = 0 and hour = :hour) < :most
                        then :name else :others end
                 , :hour, :count, :last
            on conflict (user_id, name, hour) do update
               set refusals = r.refusals + excluded.refusals
                 , last_refused_at = greatest(r.last_refused_at, excluded.last_refused_at)
            """)
        .param("user", requester.userId())
        .param("name", requester.name())
        .param("others", Requester.OTHERS)
        .param("most", MAX_OTHERS_AN_HOUR)
        .param("hour", at(refusals.last().truncatedTo(ChronoUnit.HOURS)))
        .param("count", refusals.count())
        .param("last", at(refusals.last()))
        .update();
  }

  List<Refused> list(Instant since, Order order, boolean usersOnly, int start, int limit) {
    return jdbc
        .sql(
            """
            select user_id, name, sum(refusals)::bigint as refusals, max(last_refused_at) as last
              from rate_limit_refusal
             where hour > :since and (user_id <> 0 or not :users)
             group by user_id, name
             order by case when :frequent then sum(refusals) else 0 end desc
                    , max(last_refused_at) desc, user_id, name
            offset :start limit :limit
            """)
        .param("since", at(since))
        .param("users", usersOnly)
        .param("frequent", order == Order.FREQUENCY)
        .param("start", start)
        .param("limit", limit)
        .query(ROW)
        .list()
        .stream()
        .map(Row::toRefused)
        .toList();
  }

  void removeBefore(Instant hour) {
    jdbc.sql("delete from rate_limit_refusal where hour <= ?").param(at(hour)).update();
  }

  void remove(long userId) {
    jdbc.sql("delete from rate_limit_refusal where user_id = ?").param(userId).update();
  }

  private static OffsetDateTime at(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
