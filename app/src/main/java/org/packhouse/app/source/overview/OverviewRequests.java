package org.packhouse.app.source.overview;

/** Asks for a repository to be counted in the background. */
interface OverviewRequests {

  /** Asks; does nothing if the same was asked and is not begun. */
  void ask(long repositoryId);
}
