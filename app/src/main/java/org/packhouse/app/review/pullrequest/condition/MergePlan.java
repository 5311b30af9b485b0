package org.packhouse.app.review.pullrequest.condition;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.Merges;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.app.source.merge.Rebases;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/** Makes the commits of a merge, each strategy as git does. */
@Component
public class MergePlan {

  private final Merges merges;
  private final Rebases rebases;

  MergePlan(Merges merges, Rebases rebases) {
    this.merges = merges;
    this.rebases = rebases;
  }

  /**
   * Returns the new tip of the target, or why there is none; {@code from} and {@code to} are the
   * tips.
   */
  public MergeOutcome make(
      MergePlace place, MergeStrategy strategy, ObjectId from, ObjectId to, Signed by)
      throws IOException {
    boolean forward = isFastForward(place, to, from);
    return switch (strategy) {
      case NO_FF -> merged(place, from, to, by, forward);
      case FF -> forward ? new MergeOutcome.Made(from) : merges.merge(place, to, from, by);
      case FF_ONLY -> forward ? new MergeOutcome.Made(from) : refused(strategy);
      case SQUASH -> merges.squash(place, to, from, by);
      case SQUASH_FF_ONLY -> forward ? merges.squash(place, to, from, by) : refused(strategy);
      case REBASE_FF_ONLY -> rebased(place, from, to, by, forward);
      case REBASE_NO_FF -> {
        MergeOutcome rebased = rebased(place, from, to, by, forward);
        yield rebased instanceof MergeOutcome.Made(ObjectId tip) && !tip.equals(to)
            ? merges.join(place, to, tip, by)
            : rebased;
      }
    };
  }

  private MergeOutcome merged(
      MergePlace place, ObjectId from, ObjectId to, Signed by, boolean forward) throws IOException {
    // If the source contains the target, the trees need no merge by git.
    return forward ? merges.join(place, to, from, by) : merges.merge(place, to, from, by);
  }

  private MergeOutcome rebased(
      MergePlace place, ObjectId from, ObjectId to, Signed by, boolean forward) throws IOException {
    return forward && isLine(place, to, from)
        ? new MergeOutcome.Made(from)
        : rebases.rebase(place, from, to, by.committer());
  }

  /**
   * Returns whether the source contains the target without merges, so that a rebase does nothing.
   */
  public static boolean isRebased(MergePlace place, ObjectId to, ObjectId from) throws IOException {
    return isFastForward(place, to, from) && isLine(place, to, from);
  }

  private static boolean isFastForward(MergePlace place, ObjectId to, ObjectId from)
      throws IOException {
    try (Repository repository = place.quarantine().open()) {
      return Merges.isFastForward(repository, to, from);
    }
  }

  /** Returns whether the commits are linear, as a rebase would leave them. */
  private static boolean isLine(MergePlace place, ObjectId to, ObjectId from) throws IOException {
    try (Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository)) {
      walk.markStart(walk.parseCommit(from));
      walk.markUninteresting(walk.parseCommit(to));
      for (RevCommit commit : walk) {
        if (commit.getParentCount() > 1) {
          return false;
        }
      }
      return true;
    }
  }

  private static MergeOutcome refused(MergeStrategy strategy) {
    return new MergeOutcome.Impossible(
        "the target has commits that the source has not, and %s takes a fast-forward"
            .formatted(strategy.id()));
  }
}
