package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;

/**
 * A repository to be.
 *
 * @param name the slug is made of it
 * @param defaultBranch short name of the branch that HEAD shall name; null: the server's default
 */
public record NewRepository(
    @Nullable String name,
    @Nullable String description,
    @Nullable String defaultBranch,
    boolean isPublic,
    boolean forkable) {

  /** A private one that is nothing but its name. */
  public static NewRepository named(String name) {
    return new NewRepository(name, null, null, false, true);
  }
}
