package org.packhouse.app.engine.git;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.ratelimit.RateLimitExceededException;

/** A Git request that is refused. The message is a sentence for the user. */
public final class GitRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  public enum Reason {
    /** Nobody is signed in. HTTP: 401. */
    UNAUTHENTICATED,
    /** Missing, or not for this caller to know of. HTTP: 404. */
    NOT_FOUND,
    /** HTTP: 403. */
    NOT_PERMITTED,
    /** Archived, or the server is in maintenance. HTTP: 403. */
    READ_ONLY,
    /** HTTP: 301 to {@link #movedTo()}. */
    MOVED,
    /** HTTP: 429 with {@link #retryAfter()}. */
    TOO_MANY_REQUESTS,
    /** No ticket, maintenance or a stop. HTTP: 503. */
    UNAVAILABLE,
    /** HTTP: 400. */
    MALFORMED
  }

  private final Reason reason;
  private final @Nullable String movedTo;
  private final @Nullable Duration retryAfter;

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

  /** Refuses a repository that is at {@code key/slug} now. */
  public static GitRefusedException moved(String path) {
    return new GitRefusedException(
        Reason.MOVED, "The repository has moved to " + path + ".", path, null);
  }

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

  public Reason reason() {
    return reason;
  }

  /** Returns {@code key/slug} for {@link Reason#MOVED}. */
  public @Nullable String movedTo() {
    return movedTo;
  }

  /** Returns the wait for {@link Reason#TOO_MANY_REQUESTS}. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
