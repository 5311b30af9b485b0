package org.packhouse.app.upkeep.imports.transfer;

import java.util.UUID;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.Actor;

/**
 * An import that this process has taken.
 *
 * @param run counts the times that somebody took it; writes of an earlier one are void
 * @param session the session of this process that it was taken under
 * @param repositoryId the repository to fill; null: it is to be made
 * @param source the URL, or the directory
 * @param actor who asked for it
 * @param target where the repository shall be made; null if it is there
 */
@Value.Builder
public record ImportJob(
    long id,
    int run,
    UUID session,
    @Nullable Long repositoryId,
    ImportKind kind,
    String source,
    boolean withCredentials,
    Actor actor,
    @Nullable Target target) {

  /** A place in a bulk import. */
  public record Target(String projectKey, String name) {}
}
