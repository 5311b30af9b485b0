package org.packhouse.app.review.pullrequest.owners;

/**
 * Limits the comparisons of characters by which the owners of one page's files are found. Users
 * push both patterns and paths, so neither their number nor their length bounds the cost.
 */
final class MatchBudget {

  private static final long MAX_STEPS = 50_000_000;

  private long left = MAX_STEPS;

  void take(int steps) {
    left -= steps;
  }

  boolean isSpent() {
    return left < 0;
  }
}
