package org.packhouse.app.web.pullrequest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestChange;

/**
 * The parts of a pull request that people edit, as a form sends them.
 *
 * @param reviewers names of users, one a line or separated by commas
 * @param toRef full name of the branch that it targets
 */
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

  /** The names in a field that holds several. */
  static List<String> names(@Nullable String typed) {
    List<String> names = new ArrayList<>();
    for (String name : (typed == null ? "" : typed).split("[,\\n]", -1)) {
      if (!name.isBlank() && !names.contains(name.strip())) {
        names.add(name.strip());
      }
    }
    return names;
  }

  PullRequestChange change() {
    return new PullRequestChange(
        version,
        title == null ? "" : title,
        description == null ? "" : description.replace("\r\n", "\n"),
        Boolean.TRUE.equals(draft),
        toRef == null || toRef.isBlank() ? null : toRef.strip(),
        names(reviewers));
  }
}
