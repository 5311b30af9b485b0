package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.CommitTimeRevFilter;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds common commits as native {@code upload-pack} does: whatever the client has and is here as
 * well is common, and enough is known once every want has a common ancestor.
 */
final class Negotiation {

  private final RevWalk walk;
  private final WorkLimit limit;
  private final List<ObjectId> common = new ArrayList<>();
  private final Set<RevCommit> commonCommits = new HashSet<>();
  private int oldest = Integer.MAX_VALUE;

  Negotiation(RevWalk walk, WorkLimit limit) {
    this.walk = walk;
    this.limit = limit;
  }

  /** Looks which of these haves are here. */
  void hear(Iterable<ObjectId> haves) throws IOException {
    for (ObjectId have : haves) {
      RevObject object = find(have);
      if (object != null) {
        common.add(have);
      }
      if (object instanceof RevCommit commit) {
        commonCommits.add(commit);
        oldest = Math.min(oldest, commit.getCommitTime());
      }
    }
  }

  /** Parses an object; returns null where it is the client's own, or was pruned. */
  private @Nullable RevObject find(ObjectId have) throws IOException {
    try {
      return walk.parseAny(have);
    } catch (MissingObjectException e) {
      return null;
    }
  }

  /** Returns the common commits, in the order given. */
  List<ObjectId> common() {
    return common;
  }

  /** Returns whether every wanted commit has a common ancestor. */
  boolean isEnough(Iterable<ObjectId> wants) throws IOException {
    if (common.isEmpty()) {
      return false;
    }
    for (ObjectId want : wants) {
      RevObject object = walk.peel(walk.parseAny(want));
      if (object instanceof RevCommit commit && !reachesCommon(commit)) {
        return false;
      }
    }
    return true;
  }

  private boolean reachesCommon(RevCommit want) throws IOException {
    walk.reset();
    walk.markStart(want);
    walk.setRevFilter(CommitTimeRevFilter.after(oldest * 1000L));
    for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
      limit.update(1);
      if (commonCommits.contains(commit)) {
        return true;
      }
    }
    return false;
  }

  /** Counts the commits that the client lacks, up to the limit. */
  void countNew(Iterable<ObjectId> wants) throws IOException {
    walk.reset();
    walk.setRevFilter(RevFilter.ALL);
    for (ObjectId want : wants) {
      RevObject object = walk.peel(walk.parseAny(want));
      if (object instanceof RevCommit commit) {
        walk.markStart(commit);
      }
    }
    for (RevCommit commit : commonCommits) {
      walk.markUninteresting(commit);
    }
    while (walk.next() != null) {
      limit.update(1);
    }
  }
}
