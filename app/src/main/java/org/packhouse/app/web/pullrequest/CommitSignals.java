package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.packhouse.app.networks.build.BuildStatus;
import org.packhouse.app.networks.build.Builds;
import org.packhouse.app.networks.build.Deployments;
import org.packhouse.app.networks.insight.InsightAnnotation;
import org.packhouse.app.networks.insight.Insights;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Puts into models what programs tell of a pull request's latest commit. */
@Component
class CommitSignals {

  private static final int REMARKS = 1_000;

  private final Builds builds;
  private final Deployments deployments;
  private final Insights insights;

  CommitSignals(Builds builds, Deployments deployments, Insights insights) {
    this.builds = builds;
    this.deployments = deployments;
    this.insights = insights;
  }

  /** Builds, deployments and reports, a statement each. */
  void show(long repositoryId, String commit, Model model) {
    List<BuildStatus> built = builds.of(repositoryId, commit);
    model.addAttribute("builds", BuildRow.of(built));
    model.addAttribute("buildCount", built.size());
    model.addAttribute(
        "deployments",
        deployments.of(repositoryId, commit).stream().map(DeploymentRow::of).toList());
    model.addAttribute(
        "reports", insights.reports(repositoryId, commit).stream().map(ReportRow::of).toList());
  }

  /** What reports remark on the files of a commit, 1,000 at most. */
  List<InsightAnnotation> remarks(long repositoryId, String commit) {
    return insights.annotations(repositoryId, commit, List.of(), REMARKS);
  }
}
