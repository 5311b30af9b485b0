package org.packhouse.app.platform.refusal;

/** The caller lacks a permission. */
public final class NotPermittedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final boolean visible;
  private final boolean anonymous;

  /**
   * {@code visible}: the caller may know of the resource; {@code anonymous}: nobody is signed in.
   */
  public NotPermittedException(String message, boolean visible, boolean anonymous) {
    super(message);
    this.visible = visible;
    this.anonymous = anonymous;
  }

  /** If false, answer as if the resource did not exist. */
  public boolean visible() {
    return visible;
  }

  public boolean anonymous() {
    return anonymous;
  }
}
