package org.packhouse.app.source.search;

import org.packhouse.app.platform.refusal.TryLaterException;

/** Refusal of a search: the index is not ready, or cannot answer it. The message says why. */
public final class SearchUnavailableException extends TryLaterException {

  private static final long serialVersionUID = 1L;

  SearchUnavailableException(String message) {
    super(TryLaterException.Reason.UNAVAILABLE, message);
  }
}
