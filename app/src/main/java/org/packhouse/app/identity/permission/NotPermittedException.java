package org.packhouse.app.identity.permission;

import java.util.List;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;

/**
 * The caller lacks a permission. On REST an anonymous caller gets 401 whether the resource is there
 * or not, another one 401 for what it may see and 404 for what it may not.
 */
public final class NotPermittedException extends RuntimeException implements RestFailure {

  private static final long serialVersionUID = 1L;

  private final boolean visible;
  private final boolean anonymous;

  /**
   * Makes one.
   *
   * @param message a sentence for the caller
   * @param visible whether the caller may know that the resource exists
   * @param anonymous whether signing in might help
   */
  public NotPermittedException(String message, boolean visible, boolean anonymous) {
    super(message);
    this.visible = visible;
    this.anonymous = anonymous;
  }

  /** Whether the caller may know that the resource exists; if not, answer as if it did not. */
  public boolean visible() {
    return visible;
  }

  /** Whether nobody is signed in, so that signing in might help. */
  public boolean anonymous() {
    return anonymous;
  }

  @Override
  public int restStatus() {
    return visible || anonymous ? 401 : 404;
  }

  @Override
  public List<RestError> restErrors() {
    if (anonymous) {
      return List.of(
          RestError.of(
              "Authentication is required to access this resource.",
              ExceptionName.AUTHENTICATION_REQUIRED));
    }
    return visible
        ? List.of(RestError.of(String.valueOf(getMessage()), ExceptionName.AUTHORISATION))
        : List.of(RestError.of("There is no such resource.", ExceptionName.NO_SUCH_ENTITY));
  }
}
