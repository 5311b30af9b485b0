package org.packhouse.app.platform.rest;

import java.util.ArrayList;
import java.util.List;

/** A refusal with a status, a name and a sentence; features subclass it. */
public class RestException extends RuntimeException implements RestFailure {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final ArrayList<RestError> errors;

  public RestException(int status, ExceptionName name, String message) {
    this(status, List.of(RestError.of(message, name)));
  }

  public RestException(int status, List<RestError> errors) {
    super(errors.getFirst().message());
    this.status = status;
    this.errors = new ArrayList<>(errors);
  }

  @Override
  public final int restStatus() {
    return status;
  }

  @Override
  public final List<RestError> restErrors() {
    return List.copyOf(errors);
  }
}
