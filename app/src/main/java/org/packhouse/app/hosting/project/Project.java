package org.packhouse.app.hosting.project;

import org.jspecify.annotations.Nullable;

/**
 * A project, as it was when it was read.
 *
 * @param key upper case letters, digits and {@code _}; of a personal project {@code ~} and the
 *     owner's slug in upper case
 * @param ownerId the owner of a personal project, else null
 */
public record Project(
    long id,
    String key,
    String name,
    @Nullable String description,
    boolean isPublic,
    @Nullable Long ownerId) {

  /** Whether it is somebody's own. */
  public boolean isPersonal() {
    return ownerId != null;
  }
}
