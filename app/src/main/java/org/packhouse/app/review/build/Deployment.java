package org.packhouse.app.review.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a deployment of a commit, as a program has told it last.
 *
 * @param author of the last report; null: not known
 */
public record Deployment(
    long repositoryId,
    String commit,
    Id id,
    State state,
    Details details,
    Instant updatedAt,
    @Nullable Author author) {

  /**
   * The names that tell it from others of the repository.
   *
   * @param environment the key of what is deployed to
   * @param sequenceNumber deployments with a higher one came later
   */
  public record Id(String key, String environment, long sequenceNumber) {}

  /** The state of a deployment. */
  public enum State {
    /** Waits to begin. */
    PENDING,
    /** Runs. */
    IN_PROGRESS,
    /** Somebody or something has stopped it. */
    CANCELLED,
    /** It has failed. */
    FAILED,
    /** It was taken back. */
    ROLLED_BACK,
    /** It has succeeded. */
    SUCCESSFUL,
    /** Whoever runs it does not know. */
    UNKNOWN
  }

  /** A description of the deployment, as text that nobody has looked at. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      String displayName,
      String url,
      @Nullable String description,
      String environmentName,
      @Nullable String environmentType,
      @Nullable String environmentUrl) {}
}
