package org.packhouse.app.source.overview;

import java.io.InterruptedIOException;

/**
 * The most that one count may visit.
 *
 * @param commits of histories
 * @param entries of trees
 */
record CountLimits(int commits, int entries) {

  /** A count by the request of a page: some milliseconds of work. */
  static final CountLimits ON_A_PAGE = new CountLimits(2_000, 2_000);

  static final CountLimits NONE = new CountLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Ends a count that exceeds its limits. */
  static final class ExceededException extends Exception {
    private static final long serialVersionUID = 1;
  }

  /**
   * Ends the count if that many were visited.
   *
   * @throws InterruptedIOException if the server stops
   */
  static void require(int visited, int most) throws ExceededException, InterruptedIOException {
    if (visited > most) {
      throw new ExceededException();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("The server stops");
    }
  }
}
