package org.packhouse.app.storage.refs.move;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.hooks.Actor;

/**
 * A row of {@code pending_ref_update}. The cause may be one that only a later version knows; the
 * request id is null if no request is served, or another process made the row.
 */
record PendingUpdate(
    UUID id,
    long repositoryId,
    UUID session,
    String cause,
    Actor actor,
    @Nullable String requestId,
    List<Move> changes) {}
