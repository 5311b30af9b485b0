package org.packhouse.app.identity.user;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;

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
