package org.packhouse.app.source.overview;

/** Requests a background count. */
interface OverviewRequests {

  /** Requests a count; does nothing if one is requested and not begun. */
  void ask(long repositoryId);
}
