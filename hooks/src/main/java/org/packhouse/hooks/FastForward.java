package org.packhouse.hooks;

import java.io.IOException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;

/** Tells whether a ref update is a fast-forward. */
public final class FastForward {

  private FastForward() {}

  /**
   * Returns false also if an end is no commit.
   *
   * @param objects including the new ones
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
