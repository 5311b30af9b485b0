package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;

/**
 * The wanted changes of a repository; null: stays. An empty description removes it.
 *
 * @param project the project to move to
 * @param quotaBytes the most that it may hold; 0: the server's default
 */
public record RepositoryChange(
    @Nullable String name,
    @Nullable String description,
    @Nullable Project project,
    @Nullable Boolean isPublic,
    @Nullable Boolean archived,
    @Nullable Boolean forkable,
    @Nullable Long quotaBytes) {

  /** A change that changes nothing. */
  public static final RepositoryChange NOTHING =
      new RepositoryChange(null, null, null, null, null, null, null);

  /** Another name, and slug with it. */
  public static RepositoryChange rename(String newName) {
    return new RepositoryChange(newName, null, null, null, null, null, null);
  }

  /** Another project. */
  public static RepositoryChange move(Project to) {
    return new RepositoryChange(null, null, to, null, null, null, null);
  }

  /** Read-only, or writable again. */
  public static RepositoryChange archive(boolean archived) {
    return new RepositoryChange(null, null, null, null, archived, null, null);
  }

  /** Open to all, or private. */
  public static RepositoryChange open(boolean toAll) {
    return new RepositoryChange(null, null, null, toAll, null, null, null);
  }

  /** A quota of its own; 0: the server's default. */
  public static RepositoryChange quota(long bytes) {
    return new RepositoryChange(null, null, null, null, null, null, bytes);
  }
}
