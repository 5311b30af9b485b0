package org.packhouse.app.notice.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of webhooks. */
@Component
class WebhookRows {

  private final JdbcClient sql;

  WebhookRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Those of a project or repository, oldest first, with that event or whatever event. */
  List<Webhook> list(ResourceId resource, @Nullable String event, int start, int limit) {
    return sql.sql(
            """
            select * from webhook
             where (project_id = :project or repository_id = :repository)
               and (:event::text is null or :event = any(events))
             order by id offset :start limit :limit
            """)
        .param("project", resource instanceof ProjectId it ? it.id() : null)
        .param("repository", resource instanceof RepositoryId it ? it.id() : null)
        .param("event", event)
        .param("start", start)
        .param("limit", limit)
        .query(WebhookRows::webhook)
        .list();
  }

  /** Those that are to be told of an event of a repository, or of its project. */
  List<Long> toTell(@Nullable Long repositoryId, long projectId, String event) {
    return sql.sql(
            """
            select id from webhook
             where active and ? = any(events) and (repository_id = ? or project_id = ?) order by id
            """)
        .param(event)
        .param(repositoryId)
        .param(projectId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Those of a repository and of its project, in that order, with that event or whatever event. */
  List<Webhook> listWithProject(
      long repositoryId, long projectId, @Nullable String event, int start, int limit) {
    return sql.sql(
            """
            select * from webhook
             where (repository_id = :repository or project_id = :project)
               and (:event::text is null or :event = any(events))
             order by repository_id nulls last, id offset :start limit :limit
            """)
        .param("repository", repositoryId)
        .param("project", projectId)
        .param("event", event)
        .param("start", start)
        .param("limit", limit)
        .query(WebhookRows::webhook)
        .list();
  }

  /** Whether a repository, or its project, has any that is told anything. */
  boolean isHeard(long repositoryId, long projectId) {
    return sql.sql(
            """
            select exists (
              select from webhook where active and (repository_id = ? or project_id = ?))
            """)
        .params(repositoryId, projectId)
        .query(Boolean.class)
        .single();
  }

  /** Waits for whoever else changes the webhook, and finds nothing if that one removes it. */
  Optional<Webhook> lock(long id) {
    return sql.sql("select * from webhook where id = ? for update")
        .param(id)
        .query(WebhookRows::webhook)
        .optional();
  }

  Optional<Webhook> find(long id) {
    return sql.sql("select * from webhook where id = ?")
        .param(id)
        .query(WebhookRows::webhook)
        .optional();
  }

  int count(ResourceId resource) {
    String statement =
        resource instanceof ProjectId
            ? "select count(*) from webhook where project_id = ?"
            : "select count(*) from webhook where repository_id = ?";
    return sql.sql(statement).param(resource.id()).query(Integer.class).single();
  }

  /** Makes one that is at no place yet; its id, to which secrets are bound. */
  long insert(ResourceId resource, String name) {
    return sql.sql(
            """
            insert into webhook (project_id, repository_id, name, url, events, active, ssl_verification)
            values (?, ?, ?, '', '{}', false, true) returning id
            """)
        .param(resource instanceof ProjectId it ? it.id() : null)
        .param(resource instanceof RepositoryId it ? it.id() : null)
        .param(name)
        .query(Long.class)
        .single();
  }

  void update(Webhook webhook) {
    Webhook.Target target = webhook.target();
    sql.sql(
            """
            update webhook
               set name = ?, url = ?, events = ?, active = ?, ssl_verification = ?, secret = ?,
                   username = ?, password = ?, updated_at = now(), failures = 0, paused_until = null
             where id = ?
            """)
        .param(webhook.name())
        .param(target.url())
        .param(webhook.events().toArray(String[]::new))
        .param(webhook.active())
        .param(target.verifiesTls())
        .param(target.sealedSecret())
        .param(target.username())
        .param(target.sealedPassword())
        .param(webhook.id())
        .update();
  }

  void delete(long id) {
    sql.sql("delete from webhook where id = ?").param(id).update();
  }

  private static Webhook webhook(ResultSet row, int index) throws SQLException {
    Long project = row.getObject("project_id", Long.class);
    Timestamp paused = row.getTimestamp("paused_until");
    return new Webhook(
        row.getLong("id"),
        project == null ? new RepositoryId(row.getLong("repository_id")) : new ProjectId(project),
        row.getString("name"),
        row.getBoolean("active"),
        List.copyOf(Arrays.asList((String[]) row.getArray("events").getArray())),
        new Webhook.Target(
            row.getString("url"),
            row.getBoolean("ssl_verification"),
            row.getString("secret"),
            row.getString("username"),
            row.getString("password")),
        new Webhook.Standing(
            row.getTimestamp("created_at").toInstant(),
            row.getTimestamp("updated_at").toInstant(),
            row.getInt("failures"),
            paused == null ? null : paused.toInstant()));
  }
}
