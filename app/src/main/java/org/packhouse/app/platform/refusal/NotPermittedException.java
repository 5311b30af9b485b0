package org.packhouse.app.platform.refusal;

/** The caller lacks a permission. */
public final class NotPermittedException extends RefusedException {

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
}
