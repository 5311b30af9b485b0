package org.packhouse.app.hosting.repository;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Lists the repositories that a caller may see, in one statement. */
@Service
public class RepositorySearch {

  private static final String VISIBLE =
      Repositories.SELECT
          + """
          and (:everything or p.id = any(:projects) or r.id = any(:repositories)
               or (:publicToo and (p.public or r.public)))
          """;
  private static final String PAGE = " order by lower(r.name), r.id offset :start limit :limit";
  private static final String CONDITIONS =
      VISIBLE
          + """
          and (cast(:name as text) is null or lower(r.name) like :name escape '\\')
          and (cast(:projectName as text) is null or lower(p.name) like :projectName escape '\\')
          and (cast(:projectKey as text) is null or lower(p.key) = :projectKey)
          and (cast(:state as text) is null or r.state = :state)
          and (cast(:public as boolean) is null or (r.public or p.public) = :public)
          and (cast(:archived as boolean) is null or r.archived = :archived)
          """
          + PAGE;
  private static final String LABELLED =
      VISIBLE
          + """
          and exists (select 1 from repository_label l
                       where l.repository_id = r.id and l.label = :label)
          """
          + PAGE;
  private static final String FORKS = VISIBLE + " and r.origin_id = :origin" + PAGE;
  private static final String RELATED =
      VISIBLE + " and r.hierarchy_id = :hierarchy and r.id <> :self" + PAGE;
  private static final String RECENT =
      VISIBLE
          + """
          and r.id in (select repository_id from recent_repository where user_id = :user)
          order by (select s.seen_at from recent_repository s
                     where s.user_id = :user and s.repository_id = r.id) desc, r.id
          offset :start limit :limit
          """;

  private final JdbcClient jdbc;
  private final Permissions permissions;

  RepositorySearch(JdbcClient jdbc, Permissions permissions) {
    this.jdbc = jdbc;
    this.permissions = permissions;
  }

  /** The repositories that the filter asks for, by name. */
  public Page<Repository> find(Caller caller, RepositoryFilter filter, PageRequest page) {
    JdbcClient.StatementSpec statement =
        visible(CONDITIONS, caller, filter.permission())
            .param("name", pattern(filter.name()))
            .param("projectName", pattern(filter.projectName()))
            .param("projectKey", lower(filter.projectKey()))
            .param("state", filter.state() == null ? null : filter.state().name())
            .param("public", filter.isPublic())
            .param("archived", filter.archived());
    return page(statement, page);
  }

  /** The readable repositories that were forked from one, by name. */
  public Page<Repository> findForks(Caller caller, Repository origin, PageRequest page) {
    return page(visible(FORKS, caller, Permission.REPO_READ).param("origin", origin.id()), page);
  }

  /** The other readable repositories of a fork network, by name. */
  public Page<Repository> findRelated(Caller caller, Repository member, PageRequest page) {
    JdbcClient.StatementSpec statement =
        visible(RELATED, caller, Permission.REPO_READ)
            .param("hierarchy", member.hierarchyId())
            .param("self", member.id());
    return page(statement, page);
  }

  /** The repositories with that label which the caller may read, by name. */
  public Page<Repository> findLabelled(Caller caller, String label, PageRequest page) {
    return page(visible(LABELLED, caller, Permission.REPO_READ).param("label", label), page);
  }

  /** The repositories that a user saw lately and on which the caller holds the permission. */
  public Page<Repository> findRecent(
      Caller caller, long userId, Permission permission, PageRequest page) {
    return page(visible(RECENT, caller, permission).param("user", userId), page);
  }

  private JdbcClient.StatementSpec visible(String sql, Caller caller, Permission permission) {
    Visibility visible = permissions.visibility(caller, permission);
    return jdbc.sql(sql)
        .param("everything", visible.everything())
        .param("projects", ids(visible.projects()))
        .param("repositories", ids(visible.repositories()))
        .param("publicToo", visible.publicToo());
  }

  private static Page<Repository> page(JdbcClient.StatementSpec statement, PageRequest page) {
    List<Repository> rows =
        statement
            .param("start", page.start())
            .param("limit", page.oneMore())
            .query(Repositories.MAPPER)
            .list();
    return Page.ofOneMore(page, rows);
  }

  private static @Nullable String pattern(@Nullable String part) {
    return part == null || part.isEmpty() ? null : ProjectSearch.containing(part);
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text.toLowerCase(Locale.ROOT);
  }

  private static long[] ids(Set<Long> ids) {
    return ids.stream().mapToLong(Long::longValue).toArray();
  }
}
