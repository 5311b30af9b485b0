package org.packhouse.app.web.pullrequest;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestLifecycle;
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

/** Puts the head of a pull request's pages into their models. */
@Component
record PullRequestHeads(
    PullRequests pullRequests,
    PullRequestLifecycle lifecycle,
    PullRequestLists lists,
    MessageText text) {

  static final String SCRIPT = "/assets/pullrequest.js";

  /** Returns a pull request in its present state, after a change of it was refused. */
  PullRequest reread(RepositoryView view, PullRequest before) {
    return pullRequests.require(view.repository(), before.number());
  }

  /** Puts a pull request into the model as {@code pr}, for the page {@code shown}. */
  PullRequestHead show(RepositoryView view, PullRequest it, String shown, Model model) {
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
        writable && lifecycle.mayEdit(view.repository(), it, view.caller()),
        writable && view.mayWrite() && it.isOpen(),
        writable && it.state() != PullRequestState.MERGED && (own || view.mayAdminister()),
        writable && !own && it.isOpen(),
        writable,
        writable && pullRequests.sources().mayWrite(it, view.caller()),
        writable && view.mayWrite() && it.state() == PullRequestState.MERGED);
  }
}
