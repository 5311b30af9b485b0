package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Answers whether a source branch has moved only by a clean merge of its target, which brings no
 * line that the reviewers have not seen.
 */
@Component
class TargetMerges {

  private static final int PARENTS = 2;

  private final OpenRepositories repositories;
  private final MergePlaces places;
  private final Merges merges;
  private final MergeSigning signing;

  TargetMerges(
      OpenRepositories repositories, MergePlaces places, Merges merges, MergeSigning signing) {
    this.repositories = repositories;
    this.places = places;
    this.merges = merges;
    this.signing = signing;
  }

  private record Tip(ObjectId brought, ObjectId tree) {}

  /**
   * Returns whether the new tip merges commits of the target into the former tip, and has the tree
   * that git makes of both.
   *
   * @param targetId the target repository, which has the former tip
   * @param sourceId the source repository, which has the new tip
   * @param to the tip of the target
   */
  boolean isClean(long targetId, long sourceId, String former, String tip, String to)
      throws IOException {
    try (OpenRepository open = repositories.open(targetId, sourceId)) {
      Tip merge = read(open, tip, former);
      return merge != null
          && BranchCommits.reaches(open, to, merge.brought().name())
          && merge.tree().equals(tree(targetId, former, merge.brought()));
    }
  }

  private static @Nullable Tip read(OpenRepository open, String tip, String former)
      throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      RevCommit commit = walk.parseCommit(ObjectId.fromString(tip));
      return commit.getParentCount() == PARENTS && commit.getParent(0).name().equals(former)
          ? new Tip(commit.getParent(1).copy(), commit.getTree().copy())
          : null;
    }
  }

  // Zeros: git cannot merge the two without conflicts.
  private ObjectId tree(long targetId, String former, ObjectId brought) throws IOException {
    try (MergePlace place = places.open(targetId, "pull-request")) {
      MergeOutcome outcome =
          merges.merge(
              place,
              ObjectId.fromString(former),
              brought,
              signing.ofServer("Merge to compare with\n"));
      if (!(outcome instanceof MergeOutcome.Made(ObjectId made))) {
        return ObjectId.zeroId();
      }
      try (Repository repository = place.quarantine().open();
          HistoryWalk walk = new HistoryWalk(repository)) {
        return walk.parseCommit(made).getTree().copy();
      }
    }
  }
}
