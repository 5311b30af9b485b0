package org.packhouse.app.source.branchpermission;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.hooks.RefRestriction;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes branch permissions. */
@Component
class BranchPermissionRows {

  private static final String SELECT =
      """
      select p.id, p.project_id, p.repository_id, p.matcher_type, p.matcher_id, p.type
           , array(select e.user_id from branch_permission_exemption e
                    where e.branch_permission_id = p.id and e.user_id is not null) as users
           , array(select e.group_id from branch_permission_exemption e
                    where e.branch_permission_id = p.id and e.group_id is not null) as groups
           , array(select e.ssh_key_id from branch_permission_exemption e
                    where e.branch_permission_id = p.id and e.ssh_key_id is not null) as keys
        from branch_permission p
      """;

  private final JdbcClient jdbc;

  BranchPermissionRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns those of a repository and its project, or of a project alone, oldest first. */
  List<BranchPermission> list(
      @Nullable Long repositoryId,
      long projectId,
      BranchPermissionFilter filter,
      int start,
      int limit) {
    return jdbc.sql(
            SELECT
                + """
                 where (p.repository_id = :repository or p.project_id = :project)
                   and (:matcherType::text is null or p.matcher_type = :matcherType)
                   and (:matcherId::text is null or p.matcher_id = :matcherId)
                   and (:type::text is null or p.type = :type)
                 order by p.id offset :start limit :limit
                """)
        .param("repository", repositoryId)
        .param("project", projectId)
        .param("matcherType", filter.matcherType() == null ? null : filter.matcherType().name())
        .param("matcherId", filter.matcherId())
        .param("type", filter.type() == null ? null : filter.type().id())
        .param("start", start)
        .param("limit", limit)
        .query(BranchPermissionRows::permission)
        .list();
  }

  Optional<BranchPermission> find(long id) {
    return jdbc.sql(SELECT + " where p.id = ?")
        .param(id)
        .query(BranchPermissionRows::permission)
        .optional();
  }

  int count(SettingScope scope) {
    return jdbc.sql("select count(*) from branch_permission where %s = ?".formatted(scope.column()))
        .param(scope.id())
        .query(Integer.class)
        .single();
  }

  /** Stores a permission unless it exists, and returns its id. */
  long put(SettingScope scope, RefMatcher matcher, RefRestriction type) {
    return jdbc.sql(
            """
            insert into branch_permission (%1$s, matcher_type, matcher_id, type)
            values (?, ?, ?, ?)
            on conflict (%1$s, matcher_type, matcher_id, type)
            do update set type = excluded.type returning id
            """
                .formatted(scope.column()))
        .params(scope.id(), matcher.type().name(), matcher.id(), type.id())
        .query(Long.class)
        .single();
  }

  void change(long id, RefMatcher matcher, RefRestriction type) {
    jdbc.sql("update branch_permission set matcher_type = ?, matcher_id = ?, type = ? where id = ?")
        .params(matcher.type().name(), matcher.id(), type.id(), id)
        .update();
  }

  void exempt(long id, Exempt exempt) {
    jdbc.sql("delete from branch_permission_exemption where branch_permission_id = ?")
        .param(id)
        .update();
    jdbc.sql(
            """
            insert into branch_permission_exemption
                   (branch_permission_id, user_id, group_id, ssh_key_id)
            select :id, u, null::bigint, null::bigint from unnest(:users::bigint[]) u
            union all select :id, null, g, null from unnest(:groups::bigint[]) g
            union all select :id, null, null, k from unnest(:keys::bigint[]) k
            """)
        .param("id", id)
        .param("users", exempt.users().toArray(Long[]::new))
        .param("groups", exempt.groups().toArray(Long[]::new))
        .param("keys", exempt.keys().toArray(Long[]::new))
        .update();
  }

  void delete(long id) {
    jdbc.sql("delete from branch_permission where id = ?").param(id).update();
  }

  void deleteUser(long userId) {
    jdbc.sql("delete from branch_permission_exemption where user_id = ?").param(userId).update();
  }

  private static BranchPermission permission(ResultSet row, int index) throws SQLException {
    return new BranchPermission(
        row.getLong("id"),
        SettingScope.read(row),
        new RefMatcher(
            RefMatcher.Type.valueOf(row.getString("matcher_type")), row.getString("matcher_id")),
        RefRestriction.of(row.getString("type")).orElseThrow(),
        new Exempt(ids(row, "users"), ids(row, "groups"), ids(row, "keys")));
  }

  private static Set<Long> ids(ResultSet row, String column) throws SQLException {
    return Set.copyOf(Arrays.asList((Long[]) row.getArray(column).getArray()));
  }
}
