package org.packhouse.app.source.overview;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.overview.CountLimits.ExceededException;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;

/** Counts commits, starting from the count of an earlier tip if possible. */
final class CommitCount {

  private CommitCount() {}

  static int of(ObjectReader reader, ObjectId tip, @Nullable Overview before, CountLimits limits)
      throws IOException, ExceededException {
    if (before == null) {
      return count(reader, tip, limits);
    }
    ObjectId known = before.tip();
    if (known.equals(tip)) {
      return before.commits();
    }
    try {
      int added = since(reader, tip, known, limits);
      if (added > 0) {
        return before.commits() + added;
      }
    } catch (MissingObjectException e) {
      // The earlier tip was pruned after a forced push.
    }
    return count(reader, tip, limits);
  }

  /** Returns how many commits lead from a commit to {@code tip}; 0 if it is not an ancestor. */
  private static int since(ObjectReader reader, ObjectId tip, ObjectId known, CountLimits limits)
      throws IOException, ExceededException {
    HistoryWalk walk = new HistoryWalk(reader);
    walk.markStart(OpenRepository.parseKnown(walk, tip));
    RevCommit former = OpenRepository.parseKnown(walk, known);
    walk.markUninteresting(former);
    int count = 0;
    boolean isAncestor = false;
    for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
      CountLimits.require(++count, limits.commits());
      isAncestor |= List.of(commit.getParents()).contains(former);
    }
    return isAncestor ? count : 0;
  }

  private static int count(ObjectReader reader, ObjectId tip, CountLimits limits)
      throws IOException, ExceededException {
    HistoryWalk walk = new HistoryWalk(reader);
    walk.markStart(OpenRepository.parseKnown(walk, tip));
    int count = 0;
    while (walk.next() != null) {
      CountLimits.require(++count, limits.commits());
    }
    return count;
  }
}
