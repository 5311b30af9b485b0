package org.packhouse.app.storage.content;

import org.packhouse.app.platform.refusal.InvalidRequestException;

/**
 * Bounds a walk over trees. A few objects can expand to more files than there are atoms, with trees
 * that each contain the next ten times, so the size of a push does not bound a walk.
 */
public final class TreeBounds {

  /** Git's default of {@code core.maxTreeDepth}. */
  public static final int MAX_DEPTH = 2048;

  private final long maxEntries;
  private long entries;

  /** Counts directories too. */
  public TreeBounds(long maxEntries) {
    this.maxEntries = maxEntries;
  }

  /** Counts an entry below so many directories. */
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

  /** A tree, or the difference between two, exceeds the bounds of a walk. */
  public static final class TreeTooLargeException extends InvalidRequestException {

    private static final long serialVersionUID = 1L;

    TreeTooLargeException(String sentence) {
      super(sentence);
    }
  }
}
