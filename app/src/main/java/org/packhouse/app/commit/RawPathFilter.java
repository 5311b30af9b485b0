package org.packhouse.app.commit;

import java.util.Arrays;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.content.TreePath;

/**
 * Lets one path pass, what leads to it and what lies below it. JGit's own takes UTF-8 names only.
 */
final class RawPathFilter extends TreeFilter {

  private final byte[] path;

  RawPathFilter(TreePath path) {
    this.path = path.bytes();
  }

  @Override
  public boolean include(TreeWalk walker) {
    return walker.isPathMatch(path, path.length) <= 0;
  }

  @Override
  public boolean shouldBeRecursive() {
    for (byte octet : path) {
      if (octet == '/') {
        return true;
      }
    }
    return false;
  }

  @Override
  public TreeFilter clone() {
    return this;
  }

  @Override
  public String toString() {
    return "RawPathFilter" + Arrays.toString(path);
  }
}
