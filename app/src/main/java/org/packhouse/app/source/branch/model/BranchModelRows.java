package org.packhouse.app.source.branch.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes branching models. */
@Component
class BranchModelRows {

  private final JdbcClient jdbc;

  BranchModelRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns the model of the repository, else of the project. */
  Optional<BranchModel> find(@Nullable Long repositoryId, long projectId) {
    List<Row> rows =
        jdbc.sql(
                """
                select m.project_id, m.repository_id, m.development_ref, m.has_production
                     , m.production_ref, t.type, t.prefix, t.enabled
                  from (select * from branch_model
                         where repository_id = :repository or project_id = :project
                         order by repository_id nulls last limit 1) m
                  join branch_model_type t on t.branch_model_id = m.id
                 order by t.type
                """)
            .param("repository", repositoryId)
            .param("project", projectId)
            .query((row, _) -> Row.of(row))
            .list();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    BranchModel first = rows.getFirst().model();
    List<BranchModel.Type> types = new ArrayList<>();
    rows.forEach(row -> types.add(row.type()));
    return Optional.of(
        new BranchModel(first.scope(), first.development(), first.production(), types));
  }

  private record Row(BranchModel model, BranchModel.Type type) {
    static Row of(ResultSet row) throws SQLException {
      BranchModel.Target production =
          row.getBoolean("has_production")
              ? new BranchModel.Target(row.getString("production_ref"))
              : null;
      return new Row(
          new BranchModel(
              SettingScope.read(row),
              new BranchModel.Target(row.getString("development_ref")),
              production,
              List.of()),
          new BranchModel.Type(
              BranchModel.Kind.valueOf(row.getString("type")),
              row.getString("prefix"),
              row.getBoolean("enabled")));
    }
  }

  void insert(SettingScope scope, BranchModel model) {
    BranchModel.Target production = model.production();
    jdbc.sql(
            """
            with model as (
              insert into branch_model
                     (repository_id, project_id, development_ref, has_production, production_ref)
              values (?, ?, ?, ?, ?) returning id)
            insert into branch_model_type (branch_model_id, type, prefix, enabled)
            select model.id, t.type, t.prefix, t.enabled
              from model, unnest(?::text[], ?::text[], ?::boolean[]) as t(type, prefix, enabled)
            """)
        .param(scope.repositoryId())
        .param(scope.projectId())
        .param(model.development().refName())
        .param(production != null)
        .param(production == null ? null : production.refName())
        .param(model.types().stream().map(type -> type.kind().name()).toArray(String[]::new))
        .param(model.types().stream().map(BranchModel.Type::prefix).toArray(String[]::new))
        .param(model.types().stream().map(BranchModel.Type::enabled).toArray(Boolean[]::new))
        .update();
  }

  void delete(SettingScope scope) {
    jdbc.sql("delete from branch_model where repository_id = ? or project_id = ?")
        .param(scope.repositoryId())
        .param(scope.projectId())
        .update();
  }
}
