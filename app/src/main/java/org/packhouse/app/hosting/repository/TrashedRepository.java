package org.packhouse.app.hosting.repository;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A deleted repository that can still be restored.
 *
 * @param projectId the project that it was in; null if that is deleted
 * @param from {@code KEY/slug} of the place that it was deleted from
 * @param trashedBy the user who deleted it; null if unknown
 */
public record TrashedRepository(
    long id,
    @Nullable Long projectId,
    String name,
    String slug,
    String from,
    Instant trashedAt,
    @Nullable Long trashedBy) {}
