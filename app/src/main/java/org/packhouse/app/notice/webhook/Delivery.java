package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of an event to a receiver.
 *
 * @param event the key of a {@link WebhookEvent}
 * @param requestId the same for all attempts
 */
public record Delivery(
    long id,
    long webhookId,
    String event,
    UUID requestId,
    String body,
    Instant created,
    Progress progress) {

  /** The outcome; {@code ERROR}: no HTTP response. */
  public enum State {
    PENDING,
    SUCCESS,
    FAILURE,
    ERROR
  }

  /** The state after so many attempts, the last of which is null before the first. */
  public record Progress(State state, int attempts, @Nullable Attempt last) {}

  /** An attempt, with a response or an error. */
  public record Attempt(
      Instant tried, int millis, @Nullable Response response, @Nullable String error) {}

  /** A response: headers, a line each, and a body cut at {@link Receiver}'s limit. */
  public record Response(int status, String headers, String body) {
    public boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    boolean isTransient() {
      return status >= 500 || status == 408 || status == 429;
    }
  }
}
