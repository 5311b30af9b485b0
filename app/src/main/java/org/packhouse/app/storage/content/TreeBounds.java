package org.packhouse.app.storage.content;

/**
 * Counts what a walk over trees comes by. A handful of objects can stand for more files than there
 * are atoms, each directory naming the next one ten times: the size of what was pushed says nothing
 * of what a walk will see. So each walk asks here at each entry.
 */
public final class TreeBounds {

  /** Levels of directories: Git's own {@code core.maxTreeDepth}. */
  public static final int MAX_DEPTH = 2048;

  private final long maxEntries;
  private long entries;

  /**
   * Begins to count.
   *
   * @param maxEntries entries that the walk may come by, directories too
   */
  public TreeBounds(long maxEntries) {
    this.maxEntries = maxEntries;
  }

  /**
   * Takes note of an entry.
   *
   * @param depth directories above it
   * @throws TreeTooLargeException if it is one too many, or too deep
   */
  public void entry(int depth) {
    if (depth > MAX_DEPTH) {
      throw new TreeTooLargeException(
          "There are directories below one another, more than %d of them.".formatted(MAX_DEPTH));
    }
    if (++entries > maxEntries) {
      throw new TreeTooLargeException(
          "There are more than %d files and directories to look at.".formatted(maxEntries));
    }
  }
}
