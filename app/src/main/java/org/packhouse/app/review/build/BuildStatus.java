package org.packhouse.app.review.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a build of a commit, as a program has told it last.
 *
 * @param subject the commit that was built
 * @param key names the build; a later report of the same key replaces it
 * @param parent the key of what the build is a part of
 * @param reports of this build
 */
public record BuildStatus(
    Subject subject,
    String key,
    BuildState state,
    @Nullable String parent,
    Details details,
    Reports reports) {

  /**
   * A commit that was built.
   *
   * @param repositoryId null: the report names no repository and goes for all that have the commit
   */
  public record Subject(@Nullable Long repositoryId, String commit) {}

  /**
   * A description of the build, as text that nobody has looked at.
   *
   * @param url where it is, http or https
   * @param ref the full name of the ref that was built
   * @param durationMillis how long it took
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      @Nullable String name,
      String url,
      @Nullable String description,
      @Nullable String ref,
      @Nullable String buildNumber,
      @Nullable Long durationMillis,
      @Nullable TestResults tests) {}

  /**
   * The reports of a build.
   *
   * @param author of the last one; null: not known
   * @param first the time of the first report
   * @param last the time of the last report
   */
  public record Reports(@Nullable Author author, Instant first, Instant last) {}

  /** Numbers of tests. */
  public record TestResults(int failed, int skipped, int successful) {}

  /** The author of the last report; null: not known. */
  public @Nullable Author author() {
    return reports.author();
  }

  /** The time of the first report. */
  public Instant createdAt() {
    return reports.first();
  }

  /** The time of the last report. */
  public Instant updatedAt() {
    return reports.last();
  }

  /** The name that people read. */
  public String displayName() {
    return details.name() == null || details.name().isBlank() ? key : details.name();
  }

  /** The key that conditions of merges name it by. */
  String requiredKey() {
    return parent == null ? key : parent;
  }
}
