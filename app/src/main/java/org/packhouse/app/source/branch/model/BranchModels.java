package org.packhouse.app.source.branch.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps branching models; checks no permission. Each change raises the permission stamp. */
@Service
public class BranchModels {

  private final JdbcClient jdbc;
  private final Refs refs;
  private final ScopedSettings settings;

  BranchModels(JdbcClient jdbc, Refs refs, ScopedSettings settings) {
    this.jdbc = jdbc;
    this.refs = refs;
    this.settings = settings;
  }

  /** Returns the repository's model, else its project's, else the built-in one. */
  public BranchModel of(Repository repository) {
    return find(repository.id(), repository.project().id()).orElse(BranchModel.UNSET);
  }

  /** Returns the repository's model with its default branch. */
  public BranchModelInUse inUse(Repository repository) throws IOException {
    return new BranchModelInUse(
        of(repository), refs.snapshot(repository.id()).headTarget(), of(repository.project()));
  }

  /** Returns a supplier for ref matchers, which read the model only if they refer to it. */
  public Supplier<BranchModelInUse> lazily(Repository repository) {
    return () -> {
      try {
        return inUse(repository);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the refs of " + repository.path(), e);
      }
    };
  }

  /** Returns the project's model, else the built-in one. */
  public BranchModel of(Project project) {
    return find(null, project.id()).orElse(BranchModel.UNSET);
  }

  /** Sets the model of a project or repository; null removes it, so that the one above holds. */
  @Transactional
  public void set(Resource resource, @Nullable BranchModel model) {
    settings.raiseStamp();
    SettingScope scope = SettingScope.of(resource);
    Optional<BranchModel> before = find(scope.repositoryId(), resource.project().id());
    delete(scope);
    if (model != null) {
      insert(scope, model);
    }
    String action =
        scope.isProject() ? "project.branch-model-changed" : "repository.branch-model-changed";
    Map<String, String> details = new LinkedHashMap<>();
    details.put("before", before.map(BranchModels::shown).orElse("none"));
    details.put("after", model == null ? "none" : shown(model));
    settings.audit(action, resource, details);
  }

  private static String shown(BranchModel model) {
    List<String> prefixes =
        model.types().stream()
            .filter(BranchModel.Type::enabled)
            .map(BranchModel.Type::prefix)
            .toList();
    return "development %s, production %s, %s"
        .formatted(shown(model.development()), shown(model.production()), prefixes);
  }

  private static String shown(BranchModel.@Nullable Target target) {
    if (target == null) {
      return "none";
    }
    return target.refName() == null ? "default branch" : target.refName();
  }

  /** Returns the model of the repository, else of the project. */
  private Optional<BranchModel> find(@Nullable Long repositoryId, long projectId) {
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

  private void insert(SettingScope scope, BranchModel model) {
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

  private void delete(SettingScope scope) {
    jdbc.sql("delete from branch_model where repository_id = ? or project_id = ?")
        .param(scope.repositoryId())
        .param(scope.projectId())
        .update();
  }
}
