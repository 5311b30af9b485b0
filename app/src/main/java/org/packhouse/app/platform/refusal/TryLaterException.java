package org.packhouse.app.platform.refusal;

/** The server does not serve the request now, and may do so later. */
public non-sealed class TryLaterException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  public TryLaterException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  public enum Reason {
    TOO_MANY_REQUESTS,
    UNAVAILABLE
  }

  public final Reason reason() {
    return reason;
  }
}
