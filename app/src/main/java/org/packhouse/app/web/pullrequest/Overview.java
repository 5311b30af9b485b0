package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PendingReviews;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The overview of a pull request, which is also shown when a form was refused. */
@Component
record Overview(
    PullRequestHeads heads,
    CommentText text,
    ActivityFeed feed,
    PendingReviews reviews,
    ThreadBoxes boxes,
    OverviewSide side) {

  /** Shows the overview with activities from {@code last} on; null: from the latest. */
  String show(RepositoryView view, PullRequest pullRequest, @Nullable Long last, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    String description = head.it().about().text();
    List<Comment> own = reviews.of(head.it(), view.caller().user());
    ActivityFeed.Part part = feed.read(view, head.it(), last, own);
    model.addAttribute("review", new ReviewPages.Bar(own.size()));
    model.addAttribute("pending", boxes.of(view, head.it(), PendingComments.threads(own)));
    model.addAttribute(
        "description", description == null ? null : text.html(description, view, head.it()));
    model.addAttribute("feed", part.entries());
    model.addAttribute("told", part.threads());
    side.show(view, head, model);
    model.addAttribute("isLatest", last == null);
    model.addAttribute("nextUrl", part.next() == null ? null : head.url() + "?last=" + part.next());
    return "pullrequest/overview";
  }

  @FunctionalInterface
  interface Change {
    void make() throws IOException;
  }

  /** Makes a change and redirects to the overview, or shows there why it is refused. */
  String change(
      RepositoryView view,
      PullRequest before,
      Change change,
      Model model,
      FormSubmission submission)
      throws IOException {
    return PullRequestForms.submit(
        submission,
        List.of(),
        () -> {
          change.make();
          return "redirect:" + PullRequestLists.url(view.repository(), before.number());
        },
        () -> show(view, heads.reread(view, before), null, model));
  }
}
