package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;

/** A failure after which it is not known whether the refs have moved; the server will find out. */
public final class UndecidedUpdateException extends IOException implements RestFailure {

  private static final long serialVersionUID = 1L;
  private static final int UNAVAILABLE = 503;

  /** The words for a person. */
  public static final String SENTENCE =
      "It is not known yet whether this was done: the server could not read it back."
          + " Look before you try again.";

  UndecidedUpdateException(Throwable cause) {
    super(SENTENCE, cause);
  }

  @Override
  public int restStatus() {
    return UNAVAILABLE;
  }

  @Override
  public List<RestError> restErrors() {
    return List.of(RestError.of(SENTENCE, ExceptionName.SERVER));
  }
}
