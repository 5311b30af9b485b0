package org.packhouse.app.hosting.project;

import static org.packhouse.app.platform.rest.InvalidFieldException.quote;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;

/** No project has that key, or the caller may not know of it. */
public final class NoSuchProjectException extends RestException {

  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public NoSuchProjectException(String key) {
    super(404, ExceptionName.NO_SUCH_PROJECT, "Project " + shown(key) + " does not exist.");
  }

  private static String shown(String key) {
    String quoted = quote(key);
    return quoted.length() == key.length() + 2 ? key : quoted;
  }
}
