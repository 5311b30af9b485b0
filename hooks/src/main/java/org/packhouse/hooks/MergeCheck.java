package org.packhouse.hooks;

import java.util.List;

/** A condition for merging a pull request, checked before the merge is computed. */
public interface MergeCheck {

  List<Veto> check(PullRequestMerge merge);

  /** Lower numbers are checked first. */
  default int order() {
    return 0;
  }

  /** A summary of a few words, and a sentence that says what is missing. */
  record Veto(String summary, String detail) {}
}
