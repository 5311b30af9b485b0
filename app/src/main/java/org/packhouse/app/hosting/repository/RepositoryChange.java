package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;

/**
 * Changes to a repository; null: unchanged. An empty description removes it, a quota of 0 resets
 * it.
 */
public record RepositoryChange(
    @Nullable String name,
    @Nullable String description,
    @Nullable Project project,
    @Nullable Boolean isPublic,
    @Nullable Boolean archived,
    @Nullable Boolean forkable,
    @Nullable Long quotaBytes) {

  public static final RepositoryChange NOTHING =
      new RepositoryChange(null, null, null, null, null, null, null);

  /** Changes the name, and the slug with it. */
  public static RepositoryChange rename(String newName) {
    return new RepositoryChange(newName, null, null, null, null, null, null);
  }

  public static RepositoryChange move(Project to) {
    return new RepositoryChange(null, null, to, null, null, null, null);
  }

  public static RepositoryChange archive(boolean archived) {
    return new RepositoryChange(null, null, null, null, archived, null, null);
  }

  public static RepositoryChange open(boolean toAll) {
    return new RepositoryChange(null, null, null, toAll, null, null, null);
  }

  /** Sets the quota; 0: the server's default. */
  public static RepositoryChange quota(long bytes) {
    return new RepositoryChange(null, null, null, null, null, null, bytes);
  }
}
