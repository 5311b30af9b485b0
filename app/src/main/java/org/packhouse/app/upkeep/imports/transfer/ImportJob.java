package org.packhouse.app.upkeep.imports.transfer;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.Actor;

/**
 * A claimed import.
 *
 * @param run counts claims: writes of an earlier run are void
 * @param repositoryId null: the repository has to be created, at the target
 */
public record ImportJob(
    long id,
    int run,
    UUID session,
    ImportOrigin origin,
    @Nullable Long repositoryId,
    @Nullable Target target,
    Actor actor) {

  public record Target(String projectKey, String name) {}
}
