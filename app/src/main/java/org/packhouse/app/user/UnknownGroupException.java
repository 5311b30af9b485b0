package org.packhouse.app.user;

import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.RestException;

/** There is no group of that name. */
public final class UnknownGroupException extends RestException {

  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public UnknownGroupException(String name) {
    super(
        404,
        ExceptionName.NO_SUCH_GROUP,
        "Group " + InvalidFieldException.quote(name) + " does not exist.");
  }
}
