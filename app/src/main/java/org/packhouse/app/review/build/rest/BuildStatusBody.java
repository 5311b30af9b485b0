package org.packhouse.app.review.build.rest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.Author;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.BuildStatus.TestResults;
import org.packhouse.app.review.build.ReportFields;

/** A report of a build; the duration is in milliseconds. */
record BuildStatusBody(
    @Nullable String key,
    @Nullable String state,
    @Nullable String url,
    @Nullable String name,
    @Nullable String description,
    @Nullable String ref,
    @Nullable String parent,
    @Nullable String buildNumber,
    @Nullable Long duration,
    @Nullable TestsBody testResults) {

  record TestsBody(
      @Nullable Integer failed, @Nullable Integer skipped, @Nullable Integer successful) {

    TestResults checked() {
      return new TestResults(
          count("failed", failed), count("skipped", skipped), count("successful", successful));
    }

    private static int count(String field, @Nullable Integer value) {
      if (value != null && value < 0) {
        throw new InvalidFieldException(
            "testResults." + field, "A number of tests is 0 or more, not %d.".formatted(value));
      }
      return value == null ? 0 : value;
    }
  }

  BuildStatus of(BuildStatus.Subject subject, Author author, Instant now) {
    return new BuildStatus(
        subject,
        ReportFields.required("key", key, ReportFields.MAX_KEY),
        ReportFields.constant("state", state, BuildState.class),
        ReportFields.optional("parent", parent, ReportFields.MAX_KEY),
        new BuildStatus.Details(
            ReportFields.optional("name", name, ReportFields.MAX_KEY),
            ReportFields.address("url", url),
            ReportFields.optional("description", description, ReportFields.MAX_TEXT),
            checkedRef(),
            ReportFields.optional("buildNumber", buildNumber, ReportFields.MAX_KEY),
            checkedDuration(),
            testResults == null ? null : testResults.checked()),
        new BuildStatus.Reports(author, now, now));
  }

  private @Nullable String checkedRef() {
    String checked = ReportFields.optional("ref", ref, 1_024);
    if (checked != null && !checked.startsWith("refs/")) {
      throw new InvalidFieldException(
          "ref",
          "The field ref is the full name of a ref, which begins with refs/, not %s."
              .formatted(InvalidFieldException.quote(checked)));
    }
    return checked;
  }

  private @Nullable Long checkedDuration() {
    if (duration != null && duration < 0) {
      throw new InvalidFieldException(
          "duration", "A duration is 0 milliseconds or more, not %d.".formatted(duration));
    }
    return duration;
  }
}
