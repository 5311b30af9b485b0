package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.Builds;
import org.packhouse.app.review.build.Deployments;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.insight.CommitReports;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Puts the builds, deployments and reports of a commit into models, a statement each. */
@Component
class CommitSignals {

  private final Builds builds;
  private final Deployments deployments;
  private final CommitReports reports;

  CommitSignals(Builds builds, Deployments deployments, CommitReports reports) {
    this.builds = builds;
    this.deployments = deployments;
    this.reports = reports;
  }

  void show(RepositoryView view, String commit, Model model) {
    long repositoryId = view.repository().id();
    List<BuildStatus> built = builds.of(repositoryId, commit);
    model.addAttribute("builds", BuildRow.of(built));
    model.addAttribute("buildCount", built.size());
    model.addAttribute(
        "deployments",
        deployments.of(repositoryId, commit).stream().map(DeploymentRow::of).toList());
    model.addAttribute("reports", reports.of(view, commit));
    model.addAttribute("reportsUrl", CommitReports.url(view, commit));
  }
}
