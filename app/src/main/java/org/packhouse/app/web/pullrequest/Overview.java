package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.networks.pullrequest.PendingReviews;
import org.packhouse.app.networks.pullrequest.PullRequestIssues;
import org.packhouse.app.networks.pullrequest.PullRequestThreads;
import org.packhouse.app.networks.pullrequest.PullRequestWatches;
import org.packhouse.app.source.comment.CommitComment;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The page of a pull request, which is also shown to those whose wish was refused. */
@Component
class Overview {

  private final PullRequestHeads heads;
  private final ActivityFeed feed;
  private final CommentText text;
  private final CommitSignals signals;
  private final Said said;
  private final PullRequestIssues issues;
  private final PullRequestWatches watches;

  Overview(
      PullRequestHeads heads,
      ActivityFeed feed,
      CommentText text,
      CommitSignals signals,
      Said said,
      PullRequestIssues issues,
      PullRequestWatches watches) {
    this.heads = heads;
    this.feed = feed;
    this.text = text;
    this.signals = signals;
    this.said = said;
    this.issues = issues;
    this.watches = watches;
  }

  /** A way to what is said, and to what the reader has said and nobody else sees. */
  @Component
  record Said(PendingReviews reviews, ThreadBoxes boxes, PullRequestThreads threads) {}

  /**
   * Shows it.
   *
   * @param last id of the latest activity; null: there is none later
   */
  String show(RepositoryView view, long number, @Nullable Long last, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, number, "overview", model);
    User reader = view.caller().user();
    String description = head.it().about().text();
    List<CommitComment> own = said.reviews().of(head.it(), reader);
    ActivityFeed.Part part = feed.read(view, head.it(), last, own);
    model.addAttribute("review", new ReviewBar(own.size()));
    model.addAttribute("pending", said.boxes().of(view, head.it(), PendingComments.threads(own)));
    model.addAttribute(
        "description", description == null ? null : text.html(description, view, head.it()));
    model.addAttribute("feed", part.entries());
    signals.show(view, head.it().from().commit(), model);
    model.addAttribute("issues", issues.of(view.repository(), head.it(), view.caller()));
    model.addAttribute("watching", reader == null ? null : watches.isWatchedBy(head.it(), reader));
    boolean hasTasks = head.row().said().openTasks() > 0;
    model.addAttribute("tasks", hasTasks ? said.threads().openTasks(head.it()) : List.of());
    model.addAttribute("isLatest", last == null);
    model.addAttribute("nextUrl", part.next() == null ? null : head.url() + "?last=" + part.next());
    return "pullrequest/overview";
  }
}
