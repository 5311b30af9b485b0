package org.packhouse.app.platform.outbox;

import java.time.Instant;
import java.util.List;

/** A queue of background work. A bean each. */
public interface WorkQueue {

  /** Returns due work that no node has begun, by kind, without zeros. */
  List<Waiting> waiting();

  /** Waiting work of a kind of {@link WorkMeters}; the time is PostgreSQL's. */
  record Waiting(String work, long count, Instant dueSince) {}
}
