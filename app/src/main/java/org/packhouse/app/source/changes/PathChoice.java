package org.packhouse.app.source.changes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;

/** Selects changes of a file or directory; {@code source} is the old path of a renamed file. */
public record PathChoice(TreePath path, @Nullable TreePath source, boolean findSource) {

  public static final PathChoice ALL = new PathChoice(TreePath.ROOT, null, false);

  public static PathChoice of(TreePath path) {
    return new PathChoice(path, null, false);
  }

  List<TreePath> compared() {
    if (path.isRoot() || (findSource && source == null)) {
      return List.of();
    }
    return source == null ? List.of(path) : List.of(path, source);
  }

  boolean includes(Change change) {
    return path.isRoot() || path.equals(change.path()) || change.path().isBelow(path);
  }
}
