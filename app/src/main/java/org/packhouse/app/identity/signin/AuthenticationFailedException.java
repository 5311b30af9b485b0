package org.packhouse.app.identity.signin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.TooManySignInsException;

/** The refusal of a credential. Its message gives no hint of what was wrong. */
public final class AuthenticationFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The reason, as far as clients may know it. */
  public enum Reason {
    /** Name, password, token, key or session is wrong, expired or revoked. */
    WRONG_CREDENTIAL,
    /**
     * Too many attempts failed or wait, for this name or from this address: nothing was checked.
     */
    TOO_MANY_FAILURES,
    /** The credential is right, but its user may not use the server. */
    NO_ACCESS
  }

  private final Reason reason;
  private final @Nullable Duration retryAfter;

  /** Creates a refusal, after which further attempts are delayed unless the time is null. */
  public AuthenticationFailedException(
      Reason reason, String message, @Nullable Duration retryAfter) {
    super(message);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  static AuthenticationFailedException wrongCredential() {
    return new AuthenticationFailedException(
        Reason.WRONG_CREDENTIAL,
        "Authentication failed. Please check your credentials and try again.",
        null);
  }

  static AuthenticationFailedException noAccess() {
    return new AuthenticationFailedException(
        Reason.NO_ACCESS, "You do not have permission to access this server.", null);
  }

  static AuthenticationFailedException tooMany(TooManySignInsException refusal) {
    return new AuthenticationFailedException(
        Reason.TOO_MANY_FAILURES, String.valueOf(refusal.getMessage()), refusal.retryAfter());
  }

  public Reason reason() {
    return reason;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
