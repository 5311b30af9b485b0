package org.packhouse.app.notice.webhook;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table of webhooks. */
@Component
class WebhookRows {

  private static final RowMapper<Webhook> WEBHOOK = new WebhookMapper();

  private final JdbcClient sql;

  WebhookRows(JdbcClient sql) {
    this.sql = sql;
  }

  List<Webhook> list(ResourceId resource, @Nullable String event, int start, int limit) {
    return sql.sql(
            WebhookMapper.SELECT
                + """
                 where (project_id = :project or repository_id = :repository)
                   and (:event::text is null or :event = any(events))
                 order by id offset :start limit :limit
                """)
        .param("project", resource instanceof ProjectId it ? it.id() : null)
        .param("repository", resource instanceof RepositoryId it ? it.id() : null)
        .param("event", event)
        .param("start", start)
        .param("limit", limit)
        .query(WEBHOOK)
        .list();
  }

  List<Long> receiversOf(@Nullable Long repositoryId, long projectId, String event) {
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

  /** Returns webhooks of the repository before those of the project. */
  List<Webhook> listWithProject(
      long repositoryId, long projectId, @Nullable String event, int start, int limit) {
    return sql.sql(
            WebhookMapper.SELECT
                + """
                 where (repository_id = :repository or project_id = :project)
                   and (:event::text is null or :event = any(events))
                 order by repository_id nulls last, id offset :start limit :limit
                """)
        .param("repository", repositoryId)
        .param("project", projectId)
        .param("event", event)
        .param("start", start)
        .param("limit", limit)
        .query(WEBHOOK)
        .list();
  }

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

  /** Locks a webhook; empty: it was deleted meanwhile. */
  Optional<Webhook> lock(long id) {
    return sql.sql(WebhookMapper.SELECT + "where id = ? for update")
        .param(id)
        .query(WEBHOOK)
        .optional();
  }

  Optional<Webhook> find(long id) {
    return sql.sql(WebhookMapper.SELECT + "where id = ?").param(id).query(WEBHOOK).optional();
  }

  int count(ResourceId resource) {
    String statement =
        resource instanceof ProjectId
            ? "select count(*) from webhook where project_id = ?"
            : "select count(*) from webhook where repository_id = ?";
    return sql.sql(statement).param(resource.id()).query(Integer.class).single();
  }

  /** Inserts a webhook without a URL, because its sealed secrets are bound to its id. */
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
}
