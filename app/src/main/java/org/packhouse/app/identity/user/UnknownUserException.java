package org.packhouse.app.identity.user;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;

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
