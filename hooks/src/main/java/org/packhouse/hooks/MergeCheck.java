package org.packhouse.hooks;

import java.util.List;

/** Says what stands against the merge of a pull request, before the merge is made. */
public interface MergeCheck {

  /** What stands against it; empty: nothing does. */
  List<Veto> check(PullRequestMerge merge);

  /** Checks with a lower number come first. */
  default int order() {
    return 0;
  }

  /**
   * A reason why a pull request may not be merged.
   *
   * @param summary a few words, for a list
   * @param detail a sentence that says what is missing
   */
  record Veto(String summary, String detail) {}
}
