package org.packhouse.app.hosting.repository.setting;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/**
 * The scope that a setting is set at. Tables of settings have it in the columns {@code project_id}
 * and {@code repository_id}, which are both null for the server.
 *
 * @param resourceId id of the project or repository; null for the server
 */
public record SettingScope(Level level, @Nullable Long resourceId) {

  /** The server, whether an administrator has set the value or it is built in. */
  public static final SettingScope SERVER = new SettingScope(Level.GLOBAL, null);

  public enum Level {
    GLOBAL,
    PROJECT,
    REPOSITORY
  }

  /** Returns the scope of a project or repository, or of the server for null. */
  public static SettingScope of(@Nullable Resource resource) {
    return resource == null ? SERVER : of(resource.id());
  }

  public static SettingScope of(ResourceId resource) {
    return switch (resource) {
      case ProjectId(long id) -> new SettingScope(Level.PROJECT, id);
      case RepositoryId(long id) -> new SettingScope(Level.REPOSITORY, id);
    };
  }

  /** Reads the columns {@code project_id} and {@code repository_id} of a row. */
  public static SettingScope read(ResultSet row) throws SQLException {
    Long repository = row.getObject("repository_id", Long.class);
    if (repository != null) {
      return new SettingScope(Level.REPOSITORY, repository);
    }
    Long project = row.getObject("project_id", Long.class);
    return project == null ? SERVER : new SettingScope(Level.PROJECT, project);
  }

  /** Returns whether a setting of this scope is the project's or repository's own. */
  public boolean isOf(Resource resource) {
    return equals(of(resource));
  }

  public boolean isProject() {
    return level == Level.PROJECT;
  }

  public @Nullable Long projectId() {
    return level == Level.PROJECT ? resourceId : null;
  }

  public @Nullable Long repositoryId() {
    return level == Level.REPOSITORY ? resourceId : null;
  }

  /** The column that holds {@link #id} in rows of a project or of a repository. */
  public String column() {
    return level == Level.PROJECT ? "project_id" : "repository_id";
  }

  /** Returns the id of the project or repository; the server has none and throws. */
  public long id() {
    if (resourceId == null) {
      throw new IllegalStateException("The server is neither a project nor a repository");
    }
    return resourceId;
  }
}
