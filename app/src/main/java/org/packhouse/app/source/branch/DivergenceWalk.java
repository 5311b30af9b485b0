package org.packhouse.app.source.branch;

import java.util.Arrays;

/**
 * Counts for many tips at once how far they are ahead of and behind a base.
 *
 * <p>Every commit has a bit for the base and for each tip that reaches it. Commits are visited by
 * falling generation, so that all children come before a commit and its bits are complete when it
 * is counted and hands them to its parents. Below a commit that all reach nothing is counted: the
 * walk ends when only such commits are queued.
 */
final class DivergenceWalk {

  /** Most tips of one walk; the base takes one bit. */
  static final int MAX_TIPS = Long.SIZE - 1;

  private static final long BASE = 1L;
  private static final int NONE = -1;

  private final History history;
  private final long all;
  private final long[] bits;
  private final int[] ahead;
  private final int[] behind;

  // Queued commits, a linked list for each generation: its head, and the successors.
  private int[] first = new int[0];
  private final int[] next;
  private final boolean[] waiting;
  private int undecided;

  DivergenceWalk(History history, int tips) {
    this.history = history;
    all = tips == MAX_TIPS ? ~0L : (1L << (tips + 1)) - 1;
    bits = new long[history.size()];
    next = new int[history.size()];
    waiting = new boolean[history.size()];
    ahead = new int[tips];
    behind = new int[tips];
  }

  /** Returns one divergence for each tip, in order; {@value #MAX_TIPS} tips at most. */
  static Divergence[] count(History history, int base, int[] tips) {
    DivergenceWalk walk = new DivergenceWalk(history, tips.length);
    int top = history.generation(base);
    for (int tip : tips) {
      top = Math.max(top, history.generation(tip));
    }
    walk.first = new int[top + 1];
    Arrays.fill(walk.first, NONE);
    walk.reach(base, BASE);
    for (int i = 0; i < tips.length; i++) {
      walk.reach(tips[i], BASE << (i + 1));
    }
    walk.run(top);
    Divergence[] result = new Divergence[tips.length];
    for (int i = 0; i < tips.length; i++) {
      result[i] = new Divergence(walk.ahead[i], walk.behind[i]);
    }
    return result;
  }

  private void run(int top) {
    for (int generation = top; generation >= 0 && undecided > 0; generation--) {
      while (first[generation] != NONE && undecided > 0) {
        int commit = first[generation];
        first[generation] = next[commit];
        take(commit);
      }
    }
  }

  private void take(int commit) {
    long reachedBy = bits[commit];
    if (reachedBy != all) {
      undecided--;
      count(reachedBy);
    }
    for (int parent : history.parents(commit)) {
      reach(parent, reachedBy);
    }
  }

  private void count(long reachedBy) {
    boolean ofBase = (reachedBy & BASE) != 0;
    int[] counts = ofBase ? behind : ahead;
    long counted = (ofBase ? all & ~reachedBy : reachedBy) >>> 1;
    for (; counted != 0; counted &= counted - 1) {
      counts[Long.numberOfTrailingZeros(counted)]++;
    }
  }

  private void reach(int commit, long by) {
    long before = bits[commit];
    long after = before | by;
    bits[commit] = after;
    if (!waiting[commit]) {
      waiting[commit] = true;
      int generation = history.generation(commit);
      next[commit] = first[generation];
      first[generation] = commit;
      undecided += after == all ? 0 : 1;
    } else if (before != all && after == all) {
      undecided--;
    }
  }
}
