package org.packhouse.app.source.search;

import org.packhouse.app.platform.refusal.TryLaterException;

/** Refusal: search is off, busy, not ready, or has timed out, as the message says. */
public final class SearchUnavailableException extends TryLaterException {

  private static final long serialVersionUID = 1L;

  SearchUnavailableException(String message) {
    super(TryLaterException.Reason.UNAVAILABLE, message);
  }
}
