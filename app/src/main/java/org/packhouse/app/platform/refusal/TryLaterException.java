package org.packhouse.app.platform.refusal;

/** The server does not serve the request now and may do so later. */
public non-sealed class TryLaterException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  public TryLaterException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  /** Reason for which a request is not served now. */
  public enum Reason {
    /** The caller has made too many requests or attempts. */
    TOO_MANY_REQUESTS,
    /** A part of the server is not ready. */
    UNAVAILABLE
  }

  public final Reason reason() {
    return reason;
  }
}
