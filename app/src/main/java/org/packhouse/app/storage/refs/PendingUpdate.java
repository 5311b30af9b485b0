package org.packhouse.app.storage.refs;

import java.util.List;
import java.util.UUID;
import org.packhouse.hooks.Actor;

/** A row of {@code pending_ref_update}: what a process is about to do. */
record PendingUpdate(
    UUID id, long repositoryId, UUID session, String cause, Actor actor, List<Move> changes) {}
