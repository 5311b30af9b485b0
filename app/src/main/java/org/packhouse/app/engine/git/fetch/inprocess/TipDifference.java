package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;

/**
 * Finds what a clone of depth 1 gets beside a tip pack, all of which it gets too. So the pack's
 * commit must still be reachable, and little may have changed.
 */
final class TipDifference {

  /** Objects of the pack for each one that may have been replaced or added. */
  private static final int OBJECTS_PER_CHANGE = 8;

  /** Objects that may have changed in any case. */
  private static final int CHANGES_IN_ANY_CASE = 100;

  /** Commits that may have come since. */
  private static final int MAX_COMMITS = 500;

  private final CheckedFetch fetch;
  private final ObjectWalk walk;
  private final TipPack tip;
  private final Map<ObjectId, Integer> missing = new LinkedHashMap<>();
  private final long most;
  private long changes;
  private boolean byRefAlone;

  TipDifference(CheckedFetch fetch, ObjectWalk walk, TipPack tip) {
    this.fetch = fetch;
    this.walk = walk;
    this.tip = tip;
    this.most = Math.max(CHANGES_IN_ANY_CASE, tip.objects() / OBJECTS_PER_CHANGE);
  }

  /** Returns the objects that the pack lacks, or throws TooMuchException if it does not suit. */
  List<RevObject> find(Collection<RevCommit> commits) throws IOException {
    requireReached(commits);
    for (RevCommit commit : commits) {
      missing.put(commit.copy(), Constants.OBJ_COMMIT);
      compare(commit.getTree().copy());
    }
    List<RevObject> objects = new ArrayList<>(missing.size());
    missing.forEach((id, type) -> objects.add(walk.lookupAny(id, type)));
    return objects;
  }

  /** Returns whether no want reaches the pack's commit: a cached response could outlive it. */
  boolean isReachedByRefAlone() {
    return byRefAlone;
  }

  /** Requires that a ref or a wanted commit descends from the pack's commit. */
  private void requireReached(Collection<RevCommit> commits) throws IOException {
    for (RevCommit commit : commits) {
      if (isReachedFrom(commit)) {
        return;
      }
    }
    String name = tip.ref();
    RefSnapshot.Entry ref = name == null ? null : fetch.refs().snapshot().find(name).orElse(null);
    if (ref != null && isReachedFrom(ref.id())) {
      byRefAlone = true;
      return;
    }
    throw new TooMuchException("a tip pack whose commit may not be reached any more");
  }

  private boolean isReachedFrom(ObjectId head) throws IOException {
    ObjectId known = tip.reachedFrom();
    try (HistoryWalk history = new HistoryWalk(walk.getObjectReader())) {
      if (!(history.parseAny(head) instanceof RevCommit start)) {
        return false;
      }
      history.markStart(start);
      int seen = 0;
      for (RevCommit next = history.next(); next != null; next = history.next()) {
        if (next.equals(tip.commit()) || next.equals(known)) {
          tip.reachedFrom(start.copy());
          return true;
        }
        if (++seen > MAX_COMMITS) {
          return false;
        }
      }
    }
    return false;
  }

  private void compare(ObjectId tree) throws IOException {
    if (tip.has(tree)) {
      return;
    }
    count();
    missing.put(tree, Constants.OBJ_TREE);
    try (TreeWalk trees = new TreeWalk(walk.getObjectReader())) {
      trees.addTree(tip.tree());
      trees.addTree(tree);
      trees.setFilter(TreeFilter.ANY_DIFF);
      while (trees.next()) {
        count();
        add(trees);
        if (trees.isSubtree()) {
          trees.enterSubtree();
        }
      }
    }
  }

  private void add(TreeWalk trees) throws IOException {
    int mode = trees.getRawMode(1);
    if (mode == 0 || FileMode.GITLINK.equals(mode)) {
      return;
    }
    ObjectId id = trees.getObjectId(1);
    if (!tip.has(id)) {
      missing.putIfAbsent(id, FileMode.TREE.equals(mode) ? Constants.OBJ_TREE : Constants.OBJ_BLOB);
    }
  }

  private void count() {
    if (++changes > most) {
      throw new TooMuchException("a tip pack from which too much has changed");
    }
  }
}
