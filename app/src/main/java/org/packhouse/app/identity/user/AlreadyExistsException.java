package org.packhouse.app.identity.user;

import java.util.List;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestException;

/** Another account, group or key has the value that must be unique. */
public final class AlreadyExistsException extends RestException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param field the name of the field, as REST and forms call it
   */
  public AlreadyExistsException(String field, String message) {
    super(409, List.of(new RestError(field, message, ExceptionName.INTEGRITY.wireName())));
  }
}
