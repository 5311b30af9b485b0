package org.packhouse.app.hosting.repository;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.packhouse.app.hosting.project.Project;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds repositories that are not in the trash, each with its project, in one statement; decides
 * nothing.
 */
@Component
public class Repositories {

  /** Begins a statement: {@code r} is the repository, {@code p} its project. */
  static final String SELECT =
      """
      select r.id, r.slug, r.name, r.description, r.hierarchy_id, r.origin_id, r.forkable, r.public,
             r.archived, r.state, r.default_branch, r.size_bytes, r.quota_bytes,
             p.id as p_id, p.key as p_key, p.name as p_name, p.description as p_description,
             p.public as p_public, p.owner_id as p_owner_id
        from repository r join project p on p.id = r.project_id
       where r.trashed_at is null
      """;

  static final RowMapper<Repository> MAPPER =
      (row, number) ->
          new Repository(
              row.getLong("id"),
              new Project(
                  row.getLong("p_id"),
                  row.getString("p_key"),
                  row.getString("p_name"),
                  row.getString("p_description"),
                  row.getBoolean("p_public"),
                  row.getObject("p_owner_id", Long.class)),
              row.getString("slug"),
              row.getString("name"),
              row.getString("description"),
              row.getString("hierarchy_id"),
              row.getObject("origin_id", Long.class),
              row.getBoolean("forkable"),
              row.getBoolean("public"),
              row.getBoolean("archived"),
              RepositoryState.valueOf(row.getString("state")),
              row.getString("default_branch"),
              row.getLong("size_bytes"),
              row.getObject("quota_bytes", Long.class));

  private static final String FORMER =
      SELECT
          + """
          and r.id = (
            with place as (
              select id from project where lower(key) = :key
              union all
              select project_id from project_alias where key = :key)
            select id from (
              select r2.id, 1 as rank from repository r2
               where r2.trashed_at is null and lower(r2.slug) = :slug
                 and r2.project_id in (select id from place)
              union all
              select a.repository_id, 2 from repository_alias a
                join repository r3 on r3.id = a.repository_id and r3.trashed_at is null
               where a.slug = :slug and a.project_id in (select id from place)) found
             order by rank limit 1)
          """;

  private final JdbcClient jdbc;

  Repositories(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The repository of that id. */
  public Optional<Repository> findById(long id) {
    return jdbc.sql(SELECT + " and r.id = ?").param(id).query(MAPPER).optional();
  }

  /** The repositories of those ids that are there. */
  public List<Repository> findAllById(Collection<Long> ids) {
    return ids.isEmpty()
        ? List.of()
        : jdbc.sql(SELECT + " and r.id = any(?)")
            .param(ids.stream().mapToLong(Long::longValue).toArray())
            .query(MAPPER)
            .list();
  }

  /** All that are available, in the order of their places. */
  public List<Repository> available() {
    return jdbc.sql(SELECT + " and r.state = 'AVAILABLE' order by lower(p.key), lower(r.slug)")
        .query(MAPPER)
        .list();
  }

  /** The repository that is at that place now, without regard to case. */
  public Optional<Repository> findByPath(String projectKey, String slug) {
    return jdbc.sql(SELECT + " and lower(p.key) = ? and lower(r.slug) = ?")
        .params(lower(projectKey), lower(slug))
        .query(MAPPER)
        .optional();
  }

  /** The repository that was at that place once, or whose project had that key. */
  public Optional<Repository> findByFormerPath(String projectKey, String slug) {
    return jdbc.sql(FORMER)
        .param("key", lower(projectKey))
        .param("slug", lower(slug))
        .query(MAPPER)
        .optional();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
