package org.packhouse.app.identity.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvent.Actor;
import org.packhouse.app.identity.audit.AuditEvent.Origin;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Finds audit events, latest first; asks no permission. */
@Component
public class AuditEvents {

  private static final TypeReference<Map<String, String>> DETAILS = new TypeReference<>() {};
  private static final RowMapper<Origin> ORIGIN = new SimplePropertyRowMapper<>(Origin.class);
  private static final int PORTION = 5_000;

  private final JdbcClient sql;
  private final JsonMapper json;

  AuditEvents(JdbcClient sql, JsonMapper json) {
    this.sql = sql;
    this.json = json;
  }

  public List<AuditEvent> find(AuditFilter filter, int start, int limit) {
    return sql.sql(
            """
            select * from audit_event
             where (:actor::text is null or lower(actor_name) = :actor)
               and (:action::text is null or action = :action
                    or (right(:action, 1) = '.' and starts_with(action, :action)))
               and (:subject::text is null or lower(subject) like :subject)
               and (:node::text is null or node = :node)
               and (:from::timestamptz is null or at >= :from)
               and (:until::timestamptz is null or at < :until)
               and (:before::bigint is null or id < :before)
             order by id desc offset :start limit :limit
            """)
        .param("actor", lower(filter.actor()))
        .param("action", filter.action())
        .param("subject", filter.subject() == null ? null : beginning(filter.subject()))
        .param("node", filter.node())
        .param("from", time(filter.from()))
        .param("until", time(filter.until()))
        .param("before", filter.before())
        .param("start", start)
        .param("limit", limit)
        .query(this::event)
        .list();
  }

  /**
   * Returns the events of a project or repository, not those of users with the same name.
   *
   * @param id the subject of rows that name no path: {@code project 12}
   */
  public List<AuditEvent> ofResource(
      String path, String id, boolean project, int start, int limit) {
    return sql.sql(
            """
            select * from audit_event
             where (lower(subject) = :path or lower(subject) like :below or subject = :id)
               and split_part(action, '.', 1) not in ('user', 'group', 'sign-in', 'key')
             order by id desc offset :start limit :limit
            """)
        .param("path", path.toLowerCase(Locale.ROOT))
        .param("below", beginning(path + (project ? "/" : "#")))
        .param("id", id)
        .param("start", start)
        .param("limit", limit)
        .query(this::event)
        .list();
  }

  /** Deletes older events in batches; returns their number. */
  int deleteOlderThan(Duration age) {
    int all = 0;
    int deleted;
    do {
      deleted =
          sql.sql(
                  """
                  delete from audit_event where id in (
                    select id from audit_event where at < now() - make_interval(secs => ?)
                     order by at limit ?)
                  """)
              .params(age.toSeconds(), PORTION)
              .update();
      all += deleted;
    } while (deleted == PORTION);
    return all;
  }

  private static String beginning(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("([\\\\%_])", "\\\\$1") + "%";
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable Object time(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }

  private AuditEvent event(ResultSet row, int index) throws SQLException {
    String details = row.getString("details");
    return new AuditEvent(
        row.getLong("id"),
        row.getTimestamp("at").toInstant(),
        new Actor(row.getString("actor_name"), row.getObject("actor_id", Long.class)),
        row.getString("action"),
        row.getString("subject"),
        details == null ? Map.of() : json.readValue(details, DETAILS),
        ORIGIN.mapRow(row, index));
  }
}
