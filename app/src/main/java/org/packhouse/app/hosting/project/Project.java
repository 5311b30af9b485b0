package org.packhouse.app.hosting.project;

import org.jspecify.annotations.Nullable;

/**
 * A project as it was read.
 *
 * @param key upper case; of a personal project {@code ~} and the owner's slug
 * @param ownerId null: no personal project
 */
public record Project(
    long id,
    String key,
    String name,
    @Nullable String description,
    boolean isPublic,
    @Nullable Long ownerId) {

  public boolean isPersonal() {
    return ownerId != null;
  }
}
