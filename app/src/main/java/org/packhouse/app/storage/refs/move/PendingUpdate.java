package org.packhouse.app.storage.refs.move;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.hooks.Actor;

/**
 * A row of {@code pending_ref_update}: what a process is about to do.
 *
 * @param cause the text of a {@link org.packhouse.hooks.RefCause}, or of one that a later version
 *     knows
 * @param requestId of the request that is served; null: none, or another process's
 */
record PendingUpdate(
    UUID id,
    long repositoryId,
    UUID session,
    String cause,
    Actor actor,
    @Nullable String requestId,
    List<Move> changes) {}
