package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestEdit;
import org.packhouse.app.web.Forms;

/** An edit of a pull request; reviewers are separated by line feeds or commas. */
record EditForm(
    int version,
    @Nullable String title,
    @Nullable String description,
    @Nullable String reviewers,
    @Nullable String toRef,
    @Nullable Boolean draft) {

  static EditForm of(PullRequestHead head) {
    PullRequest it = head.it();
    return new EditForm(
        it.version(),
        it.about().title(),
        it.about().text(),
        String.join(", ", head.reviewerNames()),
        it.to().displayId(),
        it.about().draft());
  }

  PullRequestEdit edit() {
    return new PullRequestEdit(
        version,
        title == null ? "" : title,
        description == null ? "" : description.replace("\r\n", "\n"),
        Boolean.TRUE.equals(draft),
        toRef == null || toRef.isBlank() ? null : toRef.strip(),
        Forms.names(reviewers));
  }
}
