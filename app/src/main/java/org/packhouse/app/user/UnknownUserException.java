package org.packhouse.app.user;

import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.RestException;

/** There is no user of that name or slug. */
public final class UnknownUserException extends RestException {

  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public UnknownUserException(String name) {
    super(
        404,
        ExceptionName.NO_SUCH_USER,
        "User " + InvalidFieldException.quote(name) + " does not exist.");
  }
}
