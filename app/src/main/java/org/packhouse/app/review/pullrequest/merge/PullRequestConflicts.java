package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.merge.Conflicts;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.springframework.stereotype.Service;

/** Finds the conflicts between the present tips of a pull request; checks no permission. */
@Service
public class PullRequestConflicts {

  private final MergePlaces places;
  private final Conflicts conflicts;

  PullRequestConflicts(MergePlaces places, Conflicts conflicts) {
    this.places = places;
    this.conflicts = conflicts;
  }

  /** Returns the conflicting files, with the target as ours and the source as theirs. */
  public Conflicts.Found of(Repository target, PullRequest pullRequest, Caller caller)
      throws IOException {
    try (MergePlace place = places.open(target.id(), caller.name())) {
      return conflicts.of(
          place,
          ObjectId.fromString(pullRequest.to().commit()),
          ObjectId.fromString(pullRequest.from().commit()));
    }
  }
}
