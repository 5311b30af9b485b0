package org.packhouse.app.storage.refs;

import java.util.OptionalLong;

/**
 * The ref version that the request of the current thread has already read from PostgreSQL together
 * with its credential, so that {@link Refs} need not read it again.
 */
@FunctionalInterface
public interface RequestRefVersion {

  /** Returns the version, or empty where the request has not read that repository's. */
  OptionalLong refVersion(long repositoryId);
}
