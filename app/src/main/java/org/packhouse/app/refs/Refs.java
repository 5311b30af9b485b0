package org.packhouse.app.refs;

import java.io.IOException;

/** Reads refs. */
public interface Refs {

  /** The refs now. */
  RefSnapshot snapshot(long repositoryId) throws IOException;

  /**
   * The refs at a version that the caller has just read from PostgreSQL, or at a later one.
   *
   * @param version the version at least
   */
  RefSnapshot snapshot(long repositoryId, long version) throws IOException;
}
