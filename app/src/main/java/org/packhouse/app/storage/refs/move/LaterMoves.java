package org.packhouse.app.storage.refs.move;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A record of how the refs of a repository have moved between the moment that a copy of the
 * database has and the moment when they were copied themselves.
 *
 * @param refVersion the version of the refs that were copied
 * @param pullRequestRefVersion likewise
 */
public record LaterMoves(
    long repositoryId, long refVersion, long pullRequestRefVersion, List<Row> rows) {

  /** A row of {@code ref_move}. */
  @Value.Builder
  public record Row(
      long version,
      int ordinal,
      String ref,
      String from,
      String to,
      UUID updateId,
      OffsetDateTime movedAt,
      @Nullable Long actorId,
      @Nullable String cause) {}
}
