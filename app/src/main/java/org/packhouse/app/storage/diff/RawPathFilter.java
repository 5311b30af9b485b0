package org.packhouse.app.storage.diff;

import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.storage.content.TreePath;

/**
 * Lets one path pass, what leads to it and what lies below it. JGit's own takes UTF-8 names only.
 */
public final class RawPathFilter extends TreeFilter {

  private final boolean recursive;
  private TreePath path;
  private byte[] bytes;

  /**
   * Makes one.
   *
   * @param mayMove whether {@link #moveTo} will be called
   */
  public RawPathFilter(TreePath path, boolean mayMove) {
    this.recursive = mayMove || !path.parent().isRoot();
    this.path = path;
    this.bytes = path.bytes();
  }

  /** The path that passes. */
  public TreePath path() {
    return path;
  }

  /** Lets another path pass from now on, in the walks too that have this filter already. */
  public void moveTo(TreePath other) {
    path = other;
    bytes = other.bytes();
  }

  @Override
  public boolean include(TreeWalk walker) {
    return walker.isPathMatch(bytes, bytes.length) <= 0;
  }

  @Override
  public boolean shouldBeRecursive() {
    return recursive;
  }

  @Override
  public TreeFilter clone() {
    return this;
  }

  @Override
  public String toString() {
    return "RawPathFilter(" + path + ")";
  }
}
