package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequestIssues;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * The column beside the activities of a pull request: builds, deployments and reports of the latest
 * commit, open tasks, issues, and whether the reader watches it.
 */
@Component
class OverviewSide {

  private final CommitSignals signals;
  private final PullRequestThreads threads;
  private final PullRequestIssues issues;
  private final PullRequestWatches watches;

  OverviewSide(
      CommitSignals signals,
      PullRequestThreads threads,
      PullRequestIssues issues,
      PullRequestWatches watches) {
    this.signals = signals;
    this.threads = threads;
    this.issues = issues;
    this.watches = watches;
  }

  void show(RepositoryView view, PullRequestHead head, Model model) throws IOException {
    User reader = view.caller().user();
    boolean hasTasks = head.row().counts().openTasks() > 0;
    signals.show(view, head.it().from().commit(), model);
    model.addAttribute("tasks", hasTasks ? threads.openTasks(head.it()) : List.of());
    model.addAttribute("issues", issues.of(view.repository(), head.it(), view.caller()));
    model.addAttribute("watching", reader == null ? null : watches.isWatchedBy(head.it(), reader));
  }
}
