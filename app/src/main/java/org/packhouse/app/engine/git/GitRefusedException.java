package org.packhouse.app.engine.git;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.ratelimit.RateLimitExceededException;

/** A Git request that is not served. The message is a sentence for the person at the client. */
public final class GitRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** A kind of refusal. */
  public enum Reason {
    /** Nobody is signed in; signing in may help. HTTP: 401. */
    UNAUTHENTICATED,
    /** Not there, or not for this caller to know of. HTTP: 404. */
    NOT_FOUND,
    /** There, but the caller may not. HTTP: 403. */
    NOT_PERMITTED,
    /** Read-only: archived, or the server is in maintenance. HTTP: 403. */
    READ_ONLY,
    /** At another place now. HTTP: 301 to {@link #movedTo()}. */
    MOVED,
    /** More requests than the caller may make. HTTP: 429, and {@link #retryAfter()}. */
    TOO_MANY_REQUESTS,
    /** No ticket, maintenance, stopping: later. HTTP: 503. */
    UNAVAILABLE,
    /** The request is not one of the protocol. HTTP: 400. */
    MALFORMED
  }

  private final Reason reason;
  private final @Nullable String movedTo;
  private final @Nullable Duration retryAfter;

  /** Makes one. */
  public GitRefusedException(Reason reason, String message) {
    this(reason, message, null, null);
  }

  private GitRefusedException(
      Reason reason, String message, @Nullable String movedTo, @Nullable Duration retryAfter) {
    super(message);
    this.reason = reason;
    this.movedTo = movedTo;
    this.retryAfter = retryAfter;
  }

  /** A repository that is at {@code path} ({@code key/slug}) now. */
  public static GitRefusedException moved(String path) {
    return new GitRefusedException(
        Reason.MOVED, "The repository has moved to " + path + ".", path, null);
  }

  /** A request of somebody who makes too many. */
  public static GitRefusedException tooMany(RateLimitExceededException refusal) {
    GitRefusedException refused =
        new GitRefusedException(
            Reason.TOO_MANY_REQUESTS,
            String.valueOf(refusal.getMessage()),
            null,
            refusal.retryAfter());
    refused.initCause(refusal);
    return refused;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** {@code key/slug} of where it is now, if {@link Reason#MOVED}. */
  public @Nullable String movedTo() {
    return movedTo;
  }

  /** When to come again, if {@link Reason#TOO_MANY_REQUESTS}. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
