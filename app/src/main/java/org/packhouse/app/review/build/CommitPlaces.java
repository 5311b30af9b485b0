package org.packhouse.app.review.build;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Finds the repositories that are known to have a commit; pull requests implement it. */
public interface CommitPlaces {

  /** Returns repository ids by commit, without commits that are known nowhere. */
  Map<String, Set<Long>> of(Collection<String> commits);
}
