package org.packhouse.app.hosting.repository.size;

import java.util.Optional;

/** The sizes of what repositories share: a port, for pools are known to fork networks alone. */
public interface PoolSizes {

  /**
   * Bytes of the pool that a repository borrows from at their last measurement; empty if it borrows
   * from none.
   */
  Optional<Long> ofRepository(long repositoryId);
}
