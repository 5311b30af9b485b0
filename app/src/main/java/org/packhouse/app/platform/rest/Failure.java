package org.packhouse.app.platform.rest;

import java.util.List;
import java.util.Map;

/**
 * An error response.
 *
 * @param errors empty: no body
 */
record Failure(int status, List<RestError> errors, Map<String, String> headers) {

  static Failure of(int status, RestError error) {
    return new Failure(status, List.of(error), Map.of());
  }

  static Failure of(int status, ExceptionName name, String message) {
    return of(status, RestError.of(message, name));
  }

  static Failure nameless(int status, String message) {
    return of(status, new RestError(null, message, null));
  }

  Failure with(String header, String value) {
    return new Failure(status, errors, Map.of(header, value));
  }
}
