package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.UUID;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * An event that a receiver is to be told, or was.
 *
 * @param event its name
 * @param requestId the same each time it is tried
 * @param attempts how often it was tried
 */
@Value.Builder
record Delivery(
    long id,
    long webhookId,
    String event,
    UUID requestId,
    String body,
    State state,
    int attempts,
    Instant created,
    @Nullable Attempt last) {

  /** The outcome so far. */
  enum State {
    /** It waits, or is tried again. */
    PENDING,
    /** The receiver took it. */
    SUCCESS,
    /** The receiver refused it. */
    FAILURE,
    /** The receiver was not there, or said nothing that is HTTP. */
    ERROR
  }

  /**
   * A try.
   *
   * @param response null: none came
   * @param error why none came; null: one did
   */
  record Attempt(Instant tried, int millis, @Nullable Response response, @Nullable String error) {}

  /**
   * A receiver's response.
   *
   * @param headers a line each
   * @param body its beginning
   */
  record Response(int status, String headers, String body) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    /** Whether the same may be taken later. */
    boolean isTransient() {
      return status >= 500 || status == 408 || status == 429;
    }
  }
}
