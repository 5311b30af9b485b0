package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.Builds;
import org.packhouse.app.review.build.Deployment;
import org.packhouse.app.review.build.Deployments;
import org.packhouse.app.review.pullrequest.PullRequestIssues;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.insight.CommitReports;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * The column beside the activities of a pull request: builds, deployments and reports of the latest
 * commit, open tasks, issues, and whether the reader watches it.
 */
@Component
record OverviewSide(
    Builds builds,
    Deployments deployments,
    CommitReports reports,
    PullRequestThreads threads,
    PullRequestIssues issues,
    PullRequestWatches watches) {

  void show(RepositoryView view, PullRequestHead head, Model model) throws IOException {
    User reader = view.caller().user();
    boolean hasTasks = head.row().counts().openTasks() > 0;
    long repositoryId = view.repository().id();
    String commit = head.it().from().commit();
    List<BuildStatus> built = builds.of(repositoryId, commit);
    model.addAttribute("builds", BuildRow.of(built));
    model.addAttribute("buildCount", built.size());
    model.addAttribute(
        "deployments",
        deployments.of(repositoryId, commit).stream().map(DeploymentRow::of).toList());
    model.addAttribute("reports", reports.of(view, commit));
    model.addAttribute("reportsUrl", CommitReports.url(view, commit));
    model.addAttribute("tasks", hasTasks ? threads.openTasks(head.it()) : List.of());
    model.addAttribute("issues", issues.of(view.repository(), head.it(), view.caller()));
    model.addAttribute("watching", reader == null ? null : watches.isWatchedBy(head.it(), reader));
  }

  /** A build of a pull request's latest commit, as its page shows it. */
  record BuildRow(String name, String url, String state, String icon, String kind) {

    private static final int MAX_SHOWN = 20;
    private static final List<BuildState> ORDER =
        List.of(
            BuildState.FAILED,
            BuildState.CANCELLED,
            BuildState.INPROGRESS,
            BuildState.UNKNOWN,
            BuildState.SUCCESSFUL);

    static List<BuildRow> of(List<BuildStatus> builds) {
      return builds.stream()
          .sorted(Comparator.comparingInt(build -> ORDER.indexOf(build.state())))
          .limit(MAX_SHOWN)
          .map(BuildRow::of)
          .toList();
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
}
