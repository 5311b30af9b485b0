package org.packhouse.app.review.reviewer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.RefMatcher;

/** The source and target branches of pull requests that a default task or reviewers apply to. */
public record ReviewBranches(SettingScope scope, RefMatcher source, RefMatcher target) {

  public static ReviewBranches of(Resource resource, RefMatcher source, RefMatcher target) {
    return new ReviewBranches(SettingScope.of(resource), source, target);
  }

  static ReviewBranches read(ResultSet row) throws SQLException {
    return new ReviewBranches(
        SettingScope.read(row),
        matcher(row.getString("source_type"), row.getString("source_id")),
        matcher(row.getString("target_type"), row.getString("target_id")));
  }

  private static RefMatcher matcher(String type, String id) {
    return new RefMatcher(RefMatcher.Type.valueOf(type), id);
  }

  Map<String, @Nullable Object> columns() {
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("project_id", scope.projectId());
    columns.put("repository_id", scope.repositoryId());
    columns.put("source_type", source.type().name());
    columns.put("source_id", source.id());
    columns.put("target_type", target.type().name());
    columns.put("target_id", target.id());
    return columns;
  }

  public boolean isSetOn(Resource resource) {
    return scope.isOf(resource);
  }

  /** Returns whether a pull request between two full refs matches. */
  boolean match(String fromRef, String toRef, Supplier<BranchModelInUse> model) {
    return source.matches(fromRef, model) && target.matches(toRef, model);
  }
}
