package org.packhouse.app.storage.diff;

import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.storage.content.TreePath;

/**
 * Passes one path, its parents and what is below it. JGit's own filter accepts only UTF-8 names.
 */
public final class RawPathFilter extends TreeFilter {

  private final boolean recursive;
  private TreePath path;
  private byte[] bytes;

  /** Takes whether {@link #moveTo} will be called. */
  public RawPathFilter(TreePath path, boolean mayMove) {
    this.recursive = mayMove || !path.parent().isRoot();
    this.path = path;
    this.bytes = path.bytes();
  }

  public TreePath path() {
    return path;
  }

  /** Replaces the path, also in walks that use this filter already. */
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
