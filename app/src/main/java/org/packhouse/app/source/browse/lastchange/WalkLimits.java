package org.packhouse.app.source.browse.lastchange;

import org.packhouse.app.platform.throttle.RequestMemory;

/** Limits the entries, comparisons and levels of one walk. For one thread. */
final class WalkLimits {

  /** Levels of directories; each level takes a part of the stack. */
  private static final int MAX_DEPTH = 512;

  /** Entries compared with those of parents, for each commit that may be visited. */
  private static final long COMPARISONS = 10_000;

  /** Entries compared in all, a minute's work: a commit may have thousands of parents. */
  private static final long MAX_COMPARISONS = 5_000_000_000L;

  /** Bytes of heap for an entry that is sought by itself. */
  private static final int HEAP_PER_ENTRY = 300;

  private final int mostEntries;
  private final RequestMemory.Share memory;
  private int entries;
  private int depth;
  private long comparisons;
  private long maxComparisons;

  WalkLimits(int mostEntries, RequestMemory.Share memory) {
    this.mostEntries = mostEntries;
    this.memory = memory;
  }

  /** Thrown from any depth of a walk when a limit is exceeded. */
  static final class ExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExceededException() {
      super(null, null, false, false);
    }
  }

  void start(int commits) {
    maxComparisons = Math.min(COMPARISONS * commits, MAX_COMPARISONS);
  }

  void countEntries(int more) {
    entries += more;
    if (entries > mostEntries || !memory.take((long) more * HEAP_PER_ENTRY)) {
      throw new ExceededException();
    }
  }

  void countComparisons(int more) {
    comparisons += more;
    if (comparisons > maxComparisons) {
      throw new ExceededException();
    }
  }

  /** An exceeded limit skips {@link #ascend}: each commit starts at the root again. */
  void resetDepth() {
    depth = 0;
  }

  void descend() {
    if (++depth > MAX_DEPTH) {
      throw new ExceededException();
    }
  }

  void ascend() {
    depth--;
  }
}
