package org.packhouse.app.platform.outbox;

import java.time.Instant;
import java.util.List;

/** A place where background work waits for a worker on any node. A bean for each. */
public interface WorkQueue {

  /** What is due and nobody is at, by kind; kinds that nothing waits of are left out. */
  List<Waiting> waiting();

  /**
   * Work that waits.
   *
   * @param work its kind, as in {@link WorkMeters}
   * @param count how many pieces
   * @param dueSince when the oldest became due, by PostgreSQL's clock
   */
  record Waiting(String work, long count, Instant dueSince) {}
}
