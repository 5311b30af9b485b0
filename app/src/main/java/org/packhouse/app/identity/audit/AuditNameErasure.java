package org.packhouse.app.identity.audit;

import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Replaces the names of erased users in the trail. */
@Component
class AuditNameErasure {

  private final JdbcClient jdbc;
  private final JsonMapper json;

  AuditNameErasure(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  @EventListener
  void on(UserErased event) {
    String after = event.after().name();
    jdbc.sql("update audit_event set actor_name = ?, remote_address = null where actor_id = ?")
        .params(after, event.after().id())
        .update();
    event.formerNames().forEach(name -> replace(name, after));
    event.formerKeys().forEach(key -> replace(key, "~" + after));
    // The name of a personal project is that of its owner.
    jdbc.sql(
            "update audit_event set details = details - 'name'"
                + " where subject = ? and action = 'project.created'")
        .param("~" + after)
        .update();
  }

  /** Replaces a name as a subject, as the project in a path, and as a value of details. */
  private void replace(String name, String by) {
    jdbc.sql(
            """
            update audit_event
               set subject = :by || substr(subject, length(:name) + 1)
             where lower(subject) = lower(:name)
                or starts_with(lower(subject), lower(:name) || '/')
            """)
        .param("name", name)
        .param("by", by)
        .update();
    jdbc.sql(
            """
            update audit_event set details = cast(replace(cast(details as text), :name, :by) as jsonb)
             where position(:name in cast(details as text)) > 0
            """)
        .param("name", json.writeValueAsString(name))
        .param("by", json.writeValueAsString(by))
        .update();
  }
}
