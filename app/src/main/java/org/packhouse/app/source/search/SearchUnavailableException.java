package org.packhouse.app.source.search;

import org.packhouse.app.platform.refusal.TryLaterException;

/** Nothing can be searched now, or not for that. The message says why, as a sentence. */
public final class SearchUnavailableException extends TryLaterException {

  private static final long serialVersionUID = 1L;

  SearchUnavailableException(String message) {
    super(TryLaterException.Reason.UNAVAILABLE, message);
  }
}
