package org.packhouse.app.hosting.repository;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;

/**
 * A Git repository as it was read.
 *
 * @param hierarchyId 20 hex digits shared by a fork network
 * @param defaultBranch short name; null: the server's default
 * @param quotaBytes null: the server's default
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

  /** {@code KEY/slug} */
  public String path() {
    return project.key() + "/" + slug;
  }

  public Repository with(RepositoryState newState) {
    return new RepositoryBuilder().copyOf(this).state(newState).build();
  }
}
