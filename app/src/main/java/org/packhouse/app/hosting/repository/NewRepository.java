package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;

/**
 * A repository to create; its name determines the slug.
 *
 * @param defaultBranch short name; null: the server's default
 */
public record NewRepository(
    @Nullable String name,
    @Nullable String description,
    @Nullable String defaultBranch,
    boolean isPublic,
    boolean forkable) {

  /** Returns a private, forkable repository with that name. */
  public static NewRepository named(String name) {
    return new NewRepository(name, null, null, false, true);
  }
}
