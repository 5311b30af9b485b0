package org.packhouse.app.review.pullrequest.diff;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Finds the commits between which people want to see what a pull request changes. */
@Component
public class PullRequestDiffs {

  private final PullRequestRanges ranges;

  PullRequestDiffs(PullRequestRanges ranges) {
    this.ranges = ranges;
  }

  /** What the pull request changes. */
  public CommitRange effective(OpenRepository open, PullRequest pullRequest) throws IOException {
    return ranges.effective(open, pullRequest);
  }

  /**
   * The commits that are named, each of which is, or was, one of the pull request's.
   *
   * @param since null: what {@code until} changes by itself
   * @param until null: the latest
   * @throws org.packhouse.app.source.commit.NoSuchCommitException if one is none of them
   */
  public CommitRange range(
      OpenRepository open,
      Repository target,
      PullRequest pullRequest,
      @Nullable String since,
      @Nullable String until)
      throws IOException {
    if (since == null && until == null) {
      return effective(open, pullRequest);
    }
    String type = since == null ? "COMMIT" : "RANGE";
    return ranges.of(open, target, pullRequest, new DiffSelection(since, until, type, null), null);
  }
}
