package org.packhouse.app.source.merge;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

/** Outcome of a merge or rebase. */
public sealed interface MergeOutcome {

  /**
   * It is made.
   *
   * @param tip the commit that the branch can be moved to
   */
  record Made(ObjectId tip) implements MergeOutcome {}

  /**
   * Both sides have changed the same lines.
   *
   * @param commit the one that does not fit
   * @param files paths in which the sides conflict
   */
  record Conflicting(ObjectId commit, List<String> files) implements MergeOutcome {}

  /**
   * It cannot be tried.
   *
   * @param reason the end of a sentence that says that the branch cannot be merged or rebased
   */
  record Impossible(String reason) implements MergeOutcome {}
}
