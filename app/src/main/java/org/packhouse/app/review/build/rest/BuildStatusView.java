package org.packhouse.app.review.build.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.BuildStatus.Details;
import org.packhouse.app.review.build.BuildStatus.TestResults;

/**
 * A build in the REST dialect; the duration is in milliseconds, and {@code dateAdded} is the older
 * name of {@code updatedDate}.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BuildStatusView(
    BuildState state,
    String key,
    @JsonUnwrapped Text text,
    @Nullable String parent,
    @JsonUnwrapped Run run,
    @JsonUnwrapped Times times) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Text(@Nullable String name, String url, @Nullable String description) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Run(
      @Nullable String ref,
      @Nullable String buildNumber,
      @Nullable Long duration,
      @Nullable TestResults testResults) {}

  record Times(Instant dateAdded, Instant createdDate, Instant updatedDate) {}

  static BuildStatusView of(BuildStatus build) {
    Details details = build.details();
    return new BuildStatusView(
        build.state(),
        build.key(),
        new Text(details.name(), details.url(), details.description()),
        build.parent(),
        new Run(details.ref(), details.buildNumber(), details.durationMillis(), details.tests()),
        new Times(build.updatedAt(), build.createdAt(), build.updatedAt()));
  }
}
