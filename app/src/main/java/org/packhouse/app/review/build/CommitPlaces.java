package org.packhouse.app.review.build;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Tells which repositories are known to have a commit; pull requests implement it. */
public interface CommitPlaces {

  /** The ids of repositories by commit; a commit that is known nowhere is absent. */
  Map<String, Set<Long>> of(Collection<String> commits);
}
