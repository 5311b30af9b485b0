package org.packhouse.app.identity.mail;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A row of the queue that this node has claimed.
 *
 * @param expired whether it has waited for so long that this is its last attempt
 */
@Value.Builder
record QueuedMail(
    long id,
    long userId,
    String kind,
    @Nullable String bundle,
    String payload,
    int attempts,
    Instant due,
    boolean expired) {

  /** Ids of some. */
  static List<Long> ids(List<QueuedMail> some) {
    return some.stream().map(QueuedMail::id).toList();
  }
}
