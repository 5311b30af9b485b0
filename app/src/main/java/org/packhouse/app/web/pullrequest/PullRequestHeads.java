package org.packhouse.app.web.pullrequest;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestChanges;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.PullRequestHead.Rights;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.packhouse.app.web.pullrequest.list.PullRequestRow;
import org.packhouse.app.web.pullrequest.list.ReviewerRow;
import org.packhouse.app.web.source.commit.MessageText;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Finds the pull request that the path of a page names, and puts its head into the model. */
@Component
class PullRequestHeads {

  static final String SCRIPT = "/assets/pullrequest.js";

  private final PullRequests pullRequests;
  private final PullRequestChanges changes;
  private final PullRequestLists lists;
  private final MessageText text;

  PullRequestHeads(
      PullRequests pullRequests,
      PullRequestChanges changes,
      PullRequestLists lists,
      MessageText text) {
    this.text = text;
    this.pullRequests = pullRequests;
    this.changes = changes;
    this.lists = lists;
  }

  /**
   * Finds it, without anything around it.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 404 if there is none
   */
  PullRequest find(RepositoryView view, long number) {
    return pullRequests.require(view.repository(), number);
  }

  /**
   * Puts a pull request into the model as {@code pr}.
   *
   * @param shown name of the page
   */
  PullRequestHead show(RepositoryView view, long number, String shown, Model model) {
    PullRequest it = find(view, number);
    PullRequestRow row = lists.rows(List.of(it), view.repository()).getFirst();
    User user = view.caller().user();
    Optional<ReviewerRow> self =
        row.people().stream()
            .filter(one -> user != null && one.user().id() == user.id())
            .findFirst();
    PullRequestHead head =
        new PullRequestHead(
            row,
            text.html(it.about().title(), view),
            rights(view, it, user),
            self.map(ReviewerRow::status).orElse(ReviewStatus.UNAPPROVED),
            self.map(ReviewerRow::seen)
                .filter(commit -> !commit.equals(it.from().commit()))
                .orElse(null));
    model.addAttribute("tab", "pull-requests");
    model.addAttribute("scripts", List.of(SCRIPT));
    model.addAttribute("pr", head);
    model.addAttribute("shows", shown);
    return head;
  }

  private Rights rights(RepositoryView view, PullRequest it, @Nullable User user) {
    boolean writable = user != null && !view.repository().archived();
    boolean own = user != null && user.id() == it.authorId();
    return new Rights(
        writable && changes.mayEdit(view.repository(), it, view.caller()),
        writable && view.mayWrite() && it.isOpen(),
        writable && it.state() != PullRequestState.MERGED && (own || view.mayAdminister()),
        writable && !own && it.isOpen(),
        writable,
        writable && pullRequests.sources().mayWrite(it, view.caller()),
        writable && view.mayWrite() && it.state() == PullRequestState.MERGED);
  }
}
