package org.packhouse.app.hosting.repository;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A deleted repository that can be restored, with the {@code KEY/slug} that it had. */
public record TrashedRepository(
    long id,
    @Nullable Long projectId,
    String name,
    String slug,
    String from,
    Instant trashedAt,
    @Nullable Long trashedBy) {}
