package org.packhouse.app.source.merge;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.hooks.HistoryWalk;
import org.springframework.stereotype.Component;

/**
 * Applies the difference of two commits to a third one, as {@code git cherry-pick} and, the other
 * way round, {@code git revert} do.
 */
@Component
public class CherryPicks {

  private final MergeTree trees;

  CherryPicks(MergeTree trees) {
    this.trees = trees;
  }

  /** A difference: what leads from one commit to another. */
  public record Difference(ObjectId before, ObjectId after) {}

  /**
   * Makes one commit on {@code onto} that has the difference; a pack in the quarantine has what is
   * new.
   *
   * @return made at {@code onto} itself if that has the difference already
   */
  public MergeOutcome apply(MergePlace place, Difference difference, ObjectId onto, Signed by)
      throws IOException {
    try (Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository);
        ObjectInserter loose = repository.newObjectInserter()) {
      Scaffold scaffold = new Scaffold(trees, place, loose);
      ObjectId ours = walk.parseCommit(onto).getTree();
      MergeTree.Merged merged =
          scaffold.merge(
              walk.parseCommit(difference.before()).getTree(),
              ours,
              walk.parseCommit(difference.after()).getTree());
      if (!merged.isClean()) {
        return new MergeOutcome.Conflicting(difference.after(), merged.conflicts());
      }
      if (merged.tree().equals(ours)) {
        return new MergeOutcome.Made(onto);
      }
      CommitBuilder commit = Merges.commit(merged.tree(), List.of(onto), by);
      return new MergeOutcome.Made(write(place, repository, scaffold, commit));
    } catch (GitFailedException e) {
      return new MergeOutcome.Impossible("git does not merge the commits: " + e.getMessage());
    }
  }

  private static ObjectId write(
      MergePlace place, Repository repository, Scaffold scaffold, CommitBuilder commit)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader();
        ObjectInserter pack =
            ((ObjectDirectory) repository.getObjectDatabase()).newPackInserter()) {
      QuarantinePack.fill(pack, place.quarantine(), reader, scaffold.commits());
      ObjectId id = pack.insert(commit);
      pack.flush();
      return id;
    }
  }
}
