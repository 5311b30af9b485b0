package org.packhouse.app.platform.refusal;

/** The caller lacks a permission. */
public final class NotPermittedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final boolean visible;
  private final boolean anonymous;

  /** Refuses a caller who may know of the resource if {@code visible}, or should sign in first. */
  public NotPermittedException(String message, boolean visible, boolean anonymous) {
    super(message);
    this.visible = visible;
    this.anonymous = anonymous;
  }

  /** Returns whether the caller may know of the resource; if not, answer as if there were none. */
  public boolean visible() {
    return visible;
  }

  public boolean anonymous() {
    return anonymous;
  }
}
