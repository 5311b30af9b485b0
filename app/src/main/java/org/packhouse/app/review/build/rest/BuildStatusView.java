package org.packhouse.app.review.build.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.immutables.value.Value;
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
@Value.Builder
record BuildStatusView(
    BuildState state,
    String key,
    @Nullable String name,
    String url,
    @Nullable String description,
    @Nullable String parent,
    @Nullable String ref,
    @Nullable String buildNumber,
    @Nullable Long duration,
    @Nullable TestResults testResults,
    Instant dateAdded,
    Instant createdDate,
    Instant updatedDate) {

  static BuildStatusView of(BuildStatus build) {
    Details details = build.details();
    return new BuildStatusViewBuilder()
        .state(build.state())
        .key(build.key())
        .name(details.name())
        .url(details.url())
        .description(details.description())
        .parent(build.parent())
        .ref(details.ref())
        .buildNumber(details.buildNumber())
        .duration(details.durationMillis())
        .testResults(details.tests())
        .dateAdded(build.updatedAt())
        .createdDate(build.createdAt())
        .updatedDate(build.updatedAt())
        .build();
  }
}
