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

/**
 * The branches of a project or repository between which pull requests have something by default.
 *
 * @param scope the project or repository that it is set on
 * @param source branches that are merged
 * @param target branches that are merged into
 */
public record ReviewBranches(SettingScope scope, RefMatcher source, RefMatcher target) {

  /** Those of a project or repository. */
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

  /** What its columns hold, by their names. */
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

  /** Whether they are set on this project or repository itself. */
  public boolean isSetOn(Resource resource) {
    return scope.isOf(resource);
  }

  /**
   * Whether what goes from one branch to another, by full names, goes between them.
   *
   * @param model asked only by matchers that refer to the branch model
   */
  boolean match(String fromRef, String toRef, Supplier<BranchModelInUse> model) {
    return source.matches(fromRef, model) && target.matches(toRef, model);
  }
}
