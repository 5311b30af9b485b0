package org.packhouse.app.review.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last report of a build of a commit; a later one of the same key replaces it. The parent is
 * the key of what the build is part of.
 */
public record BuildStatus(
    Subject subject,
    String key,
    BuildState state,
    @Nullable String parent,
    Details details,
    Reports reports) {

  /**
   * A commit that was built; without a repository, the report is about all that have the commit.
   */
  public record Subject(@Nullable Long repositoryId, String commit) {}

  /** A description, unsanitised; the URL is http or https, the ref a full name. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      @Nullable String name,
      String url,
      @Nullable String description,
      @Nullable String ref,
      @Nullable String buildNumber,
      @Nullable Long durationMillis,
      @Nullable TestResults tests) {}

  /** The author of the last report, if known, and the times of the first and the last one. */
  public record Reports(@Nullable Author author, Instant first, Instant last) {}

  public record TestResults(int failed, int skipped, int successful) {}

  public @Nullable Author author() {
    return reports.author();
  }

  public Instant createdAt() {
    return reports.first();
  }

  public Instant updatedAt() {
    return reports.last();
  }

  public String displayName() {
    return details.name() == null || details.name().isBlank() ? key : details.name();
  }

  /** Returns the key that conditions of merges name the build by. */
  String requiredKey() {
    return parent == null ? key : parent;
  }
}
