package org.packhouse.hooks;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Event: refs that users may see have moved. The id is the same on redelivery. */
public record RefsMoved(
    UUID id,
    RefCause cause,
    Actor actor,
    Instant time,
    @Nullable String requestId,
    RepositoryId repository,
    List<RefChange> changes) {}
