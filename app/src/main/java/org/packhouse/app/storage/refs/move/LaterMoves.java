package org.packhouse.app.storage.refs.move;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.Move;

/** The ref moves between the copy of a database and the later copy of its refs. */
public record LaterMoves(
    long repositoryId, long refVersion, long pullRequestRefVersion, List<Row> rows) {

  public record Row(
      long version,
      int ordinal,
      @JsonUnwrapped Move move,
      UUID updateId,
      OffsetDateTime movedAt,
      @Nullable Long actorId,
      @Nullable String cause) {}
}
