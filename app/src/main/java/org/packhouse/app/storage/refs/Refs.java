package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

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

  /**
   * The refs as they are on disk at this moment: for whoever knows that they were written past
   * {@link RefUpdates}. Raises the ref version if any has moved.
   */
  RefSnapshot reread(long repositoryId) throws IOException;

  /**
   * What refs pointed to at some time in the last ten minutes and may not point to any more: a
   * client that read the refs then may still ask for it.
   */
  Set<ObjectId> recentTips(long repositoryId);
}
