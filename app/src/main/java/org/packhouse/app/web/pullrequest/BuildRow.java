package org.packhouse.app.web.pullrequest;

import java.util.Comparator;
import java.util.List;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;

/** A build of a pull request's latest commit, as its page shows it. */
record BuildRow(String name, String url, String state, String icon, String kind) {

  private static final int MAX_SHOWN = 20;

  static List<BuildRow> of(List<BuildStatus> builds) {
    return builds.stream()
        .sorted(Comparator.comparingInt(build -> rank(build.state())))
        .limit(MAX_SHOWN)
        .map(BuildRow::of)
        .toList();
  }

  private static int rank(BuildState state) {
    return switch (state) {
      case FAILED -> 0;
      case CANCELLED -> 1;
      case INPROGRESS -> 2;
      case UNKNOWN -> 3;
      case SUCCESSFUL -> 4;
    };
  }

  private static BuildRow of(BuildStatus build) {
    String name = build.displayName();
    String url = build.details().url();
    return switch (build.state()) {
      case SUCCESSFUL -> new BuildRow(name, url, "Successful", "check-circle", "good");
      case FAILED -> new BuildRow(name, url, "Failed", "x-circle", "bad");
      case CANCELLED -> new BuildRow(name, url, "Cancelled", "x-circle", "bad");
      case INPROGRESS -> new BuildRow(name, url, "In progress", "clock-history", "open");
      case UNKNOWN -> new BuildRow(name, url, "Unknown", "question-circle", "open");
    };
  }
}
