package org.packhouse.hooks;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event: refs have moved.
 *
 * @param id of the update that moved them; the same when the event is told again
 * @param time when they moved
 * @param requestId of the request that moved them; null: none, or it is not known any more
 * @param changes the moves of refs that people may see, at least one
 */
public record RefsMoved(
    UUID id,
    RefCause cause,
    Actor actor,
    Instant time,
    @Nullable String requestId,
    RepositoryId repository,
    List<RefChange> changes) {}
