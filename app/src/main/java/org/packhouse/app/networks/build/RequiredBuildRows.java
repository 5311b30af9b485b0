package org.packhouse.app.networks.build;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefMatcher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of required builds. */
@Component
class RequiredBuildRows {

  private final JdbcClient sql;

  RequiredBuildRows(JdbcClient sql) {
    this.sql = sql;
  }

  List<RequiredBuilds> of(long repositoryId) {
    return sql.sql(
            """
            select id, target_type, target_id, exempt_type, exempt_id, parent_keys
              from required_build_condition where repository_id = ? order by id
            """)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .list();
  }

  Optional<RequiredBuilds> find(long repositoryId, long id) {
    return of(repositoryId).stream().filter(it -> it.id() == id).findFirst();
  }

  /** Adds a condition, whose id is not looked at. */
  long insert(long repositoryId, RequiredBuilds wanted) {
    RefMatcher exempt = wanted.exempt();
    return sql.sql(
            """
            insert into required_build_condition
                   (repository_id, target_type, target_id, exempt_type, exempt_id, parent_keys)
            values (?, ?, ?, ?, ?, ?) returning id
            """)
        .param(repositoryId)
        .param(wanted.target().type().name())
        .param(wanted.target().id())
        .param(exempt == null ? null : exempt.type().name())
        .param(exempt == null ? null : exempt.id())
        .param(wanted.parentKeys().toArray(String[]::new))
        .query(Long.class)
        .single();
  }

  boolean update(long repositoryId, RequiredBuilds wanted) {
    RefMatcher exempt = wanted.exempt();
    return sql.sql(
                """
                update required_build_condition
                   set target_type = ?, target_id = ?, exempt_type = ?, exempt_id = ?, parent_keys = ?
                 where repository_id = ? and id = ?
                """)
            .param(wanted.target().type().name())
            .param(wanted.target().id())
            .param(exempt == null ? null : exempt.type().name())
            .param(exempt == null ? null : exempt.id())
            .param(wanted.parentKeys().toArray(String[]::new))
            .param(repositoryId)
            .param(wanted.id())
            .update()
        > 0;
  }

  boolean delete(long repositoryId, long id) {
    return sql.sql("delete from required_build_condition where repository_id = ? and id = ?")
            .params(repositoryId, id)
            .update()
        > 0;
  }

  private static RequiredBuilds read(ResultSet row) throws SQLException {
    Array keys = row.getArray("parent_keys");
    return new RequiredBuilds(
        row.getLong("id"),
        new RefMatcher(
            RefMatcher.Type.valueOf(row.getString("target_type")), row.getString("target_id")),
        exempt(row.getString("exempt_type"), row.getString("exempt_id")),
        List.of((String[]) keys.getArray()));
  }

  private static @Nullable RefMatcher exempt(@Nullable String type, @Nullable String id) {
    return type == null || id == null ? null : new RefMatcher(RefMatcher.Type.valueOf(type), id);
  }
}
