package org.packhouse.app.hosting.repository;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;

/**
 * A Git repository as people see it, as it was when it was read.
 *
 * @param slug the name in URLs
 * @param hierarchyId 20 hex digits shared by a fork network
 * @param originId the repository that this one was forked from
 * @param defaultBranch short name that HEAD shall name; null: the server's default
 * @param quotaBytes the most it may hold; null: the server's default
 */
@Value.Builder
public record Repository(
    long id,
    Project project,
    String slug,
    String name,
    @Nullable String description,
    String hierarchyId,
    @Nullable Long originId,
    boolean forkable,
    boolean isPublic,
    boolean archived,
    RepositoryState state,
    @Nullable String defaultBranch,
    @Nullable Long quotaBytes) {

  /** {@code KEY/slug}, as messages name it. */
  public String path() {
    return project.key() + "/" + slug;
  }

  /** The same in another state. */
  public Repository with(RepositoryState newState) {
    return new RepositoryBuilder().copyOf(this).state(newState).build();
  }
}
