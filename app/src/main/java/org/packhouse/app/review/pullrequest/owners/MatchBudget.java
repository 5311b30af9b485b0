package org.packhouse.app.review.pullrequest.owners;

/**
 * The characters that may be compared to find the owners of the files of one page: people push both
 * patterns and paths, so that neither their number nor their length says what that takes.
 */
final class MatchBudget {

  private static final long MAX_STEPS = 50_000_000;

  private long left = MAX_STEPS;

  /** Takes the steps that were gone. */
  void take(int steps) {
    left -= steps;
  }

  /** Whether no more steps should be gone. */
  boolean isSpent() {
    return left < 0;
  }
}
