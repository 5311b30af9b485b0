package org.packhouse.hooks;

import java.io.IOException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;

/** Tells whether a ref goes on to reach what it has reached. */
public final class FastForward {

  private FastForward() {}

  /**
   * Whether the update of a ref loses nothing. A ref that pointed to something else than a commit,
   * or shall, loses that.
   *
   * @param objects with those that the change brings
   * @param change an update
   */
  public static boolean is(Repository objects, RefChange change) throws IOException {
    try (HistoryWalk walk = new HistoryWalk(objects)) {
      RevObject from = walk.peel(walk.parseAny(change.oldId()));
      RevObject to = walk.peel(walk.parseAny(change.newId()));
      return from instanceof RevCommit before
          && to instanceof RevCommit after
          && walk.isMergedInto(before, after);
    }
  }
}
