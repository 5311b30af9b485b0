package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Pools on disk. A pool is a bare repository that the members of a fork network borrow objects
 * from. Objects come into it and never go while a member is there. Each of these may be repeated
 * after a crash, on any node.
 */
public interface Pools {

  /** Makes an empty pool; does nothing if it is there. */
  void create(long poolId) throws IOException;

  /**
   * The pool's folder, for native git.
   *
   * @throws IOException if it is not there or its config is not ours
   */
  Path check(long poolId) throws IOException;

  /**
   * Gives a pool every pack of a repository that it has not got: by a hard link, or by a copy where
   * the file system has none. All that the repository's refs reached when this was called is in the
   * pool when it returns, while pushes, fetches and housekeeping go on.
   *
   * @param lent names of packs whose objects came into the pool before
   * @param superseded packs whose objects are in others, with the time of each file in
   *     milliseconds: one of another time has come again
   */
  Lent lend(long repositoryId, long poolId, Set<String> lent, Map<String, Long> superseded)
      throws IOException;

  /**
   * What has come of lending.
   *
   * @param names of those packs of the repository whose objects the pool has now
   * @param brought how many of them came
   */
  record Lent(Set<String> names, int brought) {}

  /** Lets a repository borrow from a pool from now on. */
  void join(long repositoryId, long poolId) throws IOException;

  /** Removes the pool's folder; does nothing if it is gone. */
  void delete(long poolId) throws IOException;

  /** Bytes of all files in the pool's folder. */
  long measure(long poolId) throws IOException;
}
