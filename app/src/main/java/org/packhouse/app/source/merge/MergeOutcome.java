package org.packhouse.app.source.merge;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

public sealed interface MergeOutcome {

  /** The branch can be moved to the tip. */
  record Made(ObjectId tip) implements MergeOutcome {}

  /** The commit does not apply: the files conflict. */
  record Conflicting(ObjectId commit, List<String> files) implements MergeOutcome {}

  /** The merge cannot be tried; {@code reason} ends a sentence about the branch. */
  record Impossible(String reason) implements MergeOutcome {}
}
