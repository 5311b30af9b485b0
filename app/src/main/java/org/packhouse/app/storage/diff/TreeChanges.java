package org.packhouse.app.storage.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.OrTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreeBounds;
import org.packhouse.app.storage.content.TreePath;

/** Lists the differences of two trees, ordered by path. */
public final class TreeChanges {

  /** Each differing entry is held in memory. */
  private static final long MAX_ENTRIES = 250_000;

  private TreeChanges() {}

  /** Lists the changes, also below an empty tree, restricted to some paths if any are given. */
  public static List<Change> between(
      ObjectReader reader, @Nullable RevTree before, RevTree after, List<TreePath> paths)
      throws IOException {
    try (TreeWalk trees = new TreeWalk(reader)) {
      if (before == null) {
        trees.addTree(new EmptyTreeIterator());
      } else {
        trees.addTree(before);
      }
      trees.addTree(after);
      trees.setFilter(filter(paths));
      TreeBounds bounds = new TreeBounds(MAX_ENTRIES);
      List<Change> changes = new ArrayList<>();
      while (trees.next()) {
        bounds.entry(trees.getDepth());
        if (trees.isSubtree()) {
          trees.enterSubtree();
        } else {
          TreePath path = TreePath.of(trees.getRawPath());
          changes.add(Change.of(side(trees, 0, path), side(trees, 1, path)));
        }
      }
      return changes;
    }
  }

  private static TreeFilter filter(List<TreePath> paths) {
    if (paths.isEmpty() || paths.contains(TreePath.ROOT)) {
      return TreeFilter.ANY_DIFF;
    }
    List<TreeFilter> filters =
        paths.stream().<TreeFilter>map(path -> new RawPathFilter(path, false)).toList();
    TreeFilter any = filters.size() == 1 ? filters.getFirst() : OrTreeFilter.create(filters);
    return AndTreeFilter.create(any, TreeFilter.ANY_DIFF);
  }

  private static Change.@Nullable Side side(TreeWalk trees, int tree, TreePath path) {
    int mode = trees.getRawMode(tree);
    ObjectId id = trees.getObjectId(tree);
    return mode == 0 ? null : new Change.Side(path, mode, id);
  }
}
