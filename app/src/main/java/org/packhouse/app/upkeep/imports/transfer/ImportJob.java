package org.packhouse.app.upkeep.imports.transfer;

import java.util.UUID;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.Actor;

/**
 * A claimed import.
 *
 * @param run counts claims: writes of an earlier run are void
 * @param repositoryId null: the repository has to be created, at the target
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

  public record Target(String projectKey, String name) {}
}
