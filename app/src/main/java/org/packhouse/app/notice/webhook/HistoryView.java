package org.packhouse.app.notice.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Counts of a webhook's deliveries by how they ended, in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HistoryView(
    @Nullable InvocationView lastSuccess,
    @Nullable InvocationView lastFailure,
    @Nullable InvocationView lastError,
    CountsView counts) {

  /**
   * Counts.
   *
   * @param pending what waits
   */
  public record CountsView(
      long successes, long failures, long errors, long pending, WindowView window) {}

  /** The time that is counted: its beginning and its length, in milliseconds. */
  public record WindowView(long start, long duration) {}
}
