package org.packhouse.app.web.pullrequest;

import java.time.Instant;
import org.packhouse.app.review.build.Deployment;

/** A deployment of a pull request's latest commit, as its page shows it. */
record DeploymentRow(
    String environment, String url, Instant when, String state, String icon, String kind) {

  static DeploymentRow of(Deployment it) {
    return switch (it.state()) {
      case SUCCESSFUL -> of(it, "Deployed", "check-circle", "good");
      case FAILED -> of(it, "Failed", "x-circle", "bad");
      case CANCELLED -> of(it, "Cancelled", "x-circle", "bad");
      case ROLLED_BACK -> of(it, "Rolled back", "arrow-counterclockwise", "bad");
      case IN_PROGRESS -> of(it, "In progress", "clock-history", "open");
      case PENDING -> of(it, "Pending", "clock-history", "open");
      case UNKNOWN -> of(it, "Unknown", "question-circle", "open");
    };
  }

  private static DeploymentRow of(Deployment it, String state, String icon, String kind) {
    return new DeploymentRow(
        it.details().environmentName(), it.details().url(), it.updatedAt(), state, icon, kind);
  }
}
