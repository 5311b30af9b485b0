package org.packhouse.app.identity.mail;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A claimed row; {@code expired}: this is its last attempt. */
record QueuedMail(
    long id,
    long userId,
    String kind,
    @Nullable String bundle,
    String payload,
    Instant dueAt,
    boolean expired) {

  static List<Long> ids(List<QueuedMail> some) {
    return some.stream().map(QueuedMail::id).toList();
  }
}
