package org.packhouse.app.source.changes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;

/**
 * The changed paths that are wanted.
 *
 * @param path the path, and all below it; the root: all
 * @param source where it was before, if it was moved
 * @param findSource whether to find out where it was before
 */
public record PathChoice(TreePath path, @Nullable TreePath source, boolean findSource) {

  /** Every path. */
  public static final PathChoice ALL = new PathChoice(TreePath.ROOT, null, false);

  /** One path and all below it. */
  public static PathChoice of(TreePath path) {
    return new PathChoice(path, null, false);
  }

  /** The paths to compare; empty: all. */
  List<TreePath> compared() {
    if (path.isRoot() || (findSource && source == null)) {
      return List.of();
    }
    return source == null ? List.of(path) : List.of(path, source);
  }

  /** Whether a change that was found among {@link #compared} is wanted. */
  boolean includes(Change change) {
    return path.isRoot() || path.equals(change.path()) || change.path().isBelow(path);
  }
}
