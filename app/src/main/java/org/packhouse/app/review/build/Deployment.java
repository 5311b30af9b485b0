package org.packhouse.app.review.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The last report of a deployment; the author is null if unknown. */
public record Deployment(
    long repositoryId,
    String commit,
    Id id,
    State state,
    Details details,
    Instant updatedAt,
    @Nullable Author author) {

  /** The key of a deployment; a higher sequence number in the same environment came later. */
  public record Id(String key, String environment, long sequenceNumber) {}

  public enum State {
    PENDING,
    IN_PROGRESS,
    CANCELLED,
    FAILED,
    ROLLED_BACK,
    SUCCESSFUL,
    UNKNOWN
  }

  /** A description, unsanitised. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      String displayName,
      String url,
      @Nullable String description,
      String environmentName,
      @Nullable String environmentType,
      @Nullable String environmentUrl) {}
}
