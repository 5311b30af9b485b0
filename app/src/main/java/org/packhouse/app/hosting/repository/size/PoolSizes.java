package org.packhouse.app.hosting.repository.size;

import java.util.Optional;

/** The sizes of pools: a port, implemented by fork networks. */
public interface PoolSizes {

  /** Returns the bytes of a repository's pool when last measured; empty if it has none. */
  Optional<Long> ofRepository(long repositoryId);
}
