package org.packhouse.app.source.search;

import java.util.List;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestException;

/** Nothing can be searched now, or not for that. The message says why, as a sentence: 503. */
public final class SearchUnavailableException extends RestException {

  private static final long serialVersionUID = 1L;

  SearchUnavailableException(String message) {
    super(503, List.of(new RestError(null, message, null)));
  }
}
