package org.packhouse.app.storage.refs.move;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.RepositoryId;

record RefsMovedPayload(
    UUID id,
    String cause,
    Actor actor,
    Instant time,
    @Nullable String requestId,
    List<Move> moves) {

  static final String TYPE = "refs-moved";

  /** Returns the event, without refs that users may not see. */
  RefsMoved event(long repositoryId) {
    RefCause known =
        RefCause.of(cause)
            .orElseThrow(
                () -> new IllegalStateException("No cause of ref moves is called " + cause));
    return new RefsMoved(
        id,
        known,
        actor,
        time,
        requestId,
        new RepositoryId(repositoryId),
        moves.stream()
            .filter(move -> !RefNames.isReserved(move.ref()))
            .map(Move::toChange)
            .toList());
  }
}
